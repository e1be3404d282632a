// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

/**
 * Something wrong in a ledger file.
 *
 * @param code the same for the same sort of damage
 * @param problem what is wrong, one line
 * @param advice what to do next, one line
 */
public record Finding(String code, String problem, String advice) {}
