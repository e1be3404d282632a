// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/**
 * How an owner's outcomes are written: two pure functions, without clock, counter or history. What {@link #serialize} writes
 * {@link #parse} reads; the value that comes back need not be written in the same way again.
 *
 * @param <O> the outcomes; may be mutable, and need not have an equality of their own
 */
public interface OutcomeCodec<O> {
    /**
     * Writes JSON, which is never {@code null}.
     *
     * @throws IllegalArgumentException when this is no outcome
     */
    String serialize(O outcome);

    /**
     * Reads JSON; a new value each time.
     *
     * @throws IllegalArgumentException when this is no outcome
     */
    O parse(String json);
}
