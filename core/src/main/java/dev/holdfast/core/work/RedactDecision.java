// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;

/** Answers {@link Redact}. */
public sealed interface RedactDecision extends Decision {
    /** Nothing but digests is left. */
    record Redacted() implements RedactDecision {}

    /** It was so already. */
    record Repeated() implements RedactDecision {}

    /** It may still run, and needs its payload for that: cancel it first, or wait for its end. */
    record NotEnded(Status status) implements RedactDecision {}

    record NotFound() implements RedactDecision {}
}
