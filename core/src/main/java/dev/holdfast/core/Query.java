// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/**
 * A question that changes nothing.
 *
 * @param <R> what answers it
 */
public interface Query<R> {}
