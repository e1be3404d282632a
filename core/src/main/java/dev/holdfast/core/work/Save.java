// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;

/** What a rule wants written and what it answers once that is durable. */
public record Save<R>(Changes changes, R answer) {
    static <R> Save<R> nothing(R answer) {
        return new Save<>(Changes.NONE, answer);
    }

    /** Changes that an operator's command makes, with what the audit says of it. */
    static <R extends Decision> Save<R> audited(Changes changes, Command<?> command, R answer, Moment now) {
        return new Save<>(changes.audited(command, answer, now), answer);
    }
}
