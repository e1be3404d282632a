// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** What a rule wants written and what it answers once that is durable. */
public record Save<R>(Changes changes, R answer) {
    static <R> Save<R> nothing(R answer) {
        return new Save<>(Changes.NONE, answer);
    }
}
