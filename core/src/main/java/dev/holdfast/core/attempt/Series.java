// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/**
 * The attempts of one owner.
 *
 * @param active the newest: it stays the active one when it is settled
 * @param length how many there are; a store saves a change only to the length that was decided on
 */
public record Series(ExecutionOwnerId owner, AttemptId active, int length) {}
