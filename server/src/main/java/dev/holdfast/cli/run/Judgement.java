// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.Outcome;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import java.time.Duration;
import java.util.Optional;

/**
 * What the end of a command means for its unit. One place for the runner that saw the end and for the one that finds it
 * written down after a crash.
 *
 * @param retries how often a command that fails is tried again
 * @param backoff wait before the first of these tries; doubles with each
 */
record Judgement(int retries, Duration backoff, IfInterrupted interrupted) {
    /** How often a unit runs again because its command was killed, before that counts as its failure. */
    private static final int MAX_INTERRUPTIONS = 10;

    /** Reason of a release because the command was killed. */
    static final String INTERRUPTED = "interrupted";

    /** @param tries runs of this unit that have ended by themselves, this one included */
    Answer of(CommandResult result, int tries) {
        if (result.succeeded()) {
            return new Answer.Succeeded(Payload.text(summary(result)));
        }
        if (result.end() == CommandResult.End.KILLED && isFromOutside(result.number())) {
            return interrupted(result, tries);
        }
        if (result.end() == CommandResult.End.NOT_STARTED) {
            return new Answer.Failed(result.code(), Evidence.NOT_APPLIED);
        }
        // Who asks for retries says by that that a failed command may run again.
        return tries <= retries
                ? new Answer.Released(
                        Evidence.NOT_APPLIED,
                        result.code(),
                        Optional.of(backoff.multipliedBy(1L << Math.min(tries - 1, 20))))
                : new Answer.Failed(result.code(), Evidence.UNKNOWN);
    }

    private Answer interrupted(CommandResult result, int tries) {
        return switch (interrupted) {
            case RERUN ->
                tries <= retries + MAX_INTERRUPTIONS
                        ? new Answer.Released(Evidence.UNKNOWN, INTERRUPTED, Optional.of(Duration.ZERO))
                        : new Answer.Failed(result.code(), Evidence.UNKNOWN);
            case ASK -> new Answer.Released(Evidence.AMBIGUOUS, INTERRUPTED, Optional.empty());
            case FAIL -> new Answer.Failed(INTERRUPTED, Evidence.UNKNOWN);
        };
    }

    /** HUP, INT, QUIT, KILL and TERM are sent by somebody else; other signals are faults of the command itself. */
    private static boolean isFromOutside(int signal) {
        return signal == 1 || signal == 2 || signal == 3 || signal == 9 || signal == 15;
    }

    private static String summary(CommandResult result) {
        return String.format(
                java.util.Locale.ROOT, "exit=0 seconds=%.3f", result.took().toNanos() / 1e9);
    }

    /** The same as a handler says it. */
    static Outcome outcome(Answer answer) {
        return switch (answer) {
            case Answer.Succeeded done -> Outcome.done(done.result().asText());
            case Answer.Failed failed -> Outcome.fail(failed.code()).with(failed.evidence());
            case Answer.Released released ->
                new Outcome.Retry(released.reason(), released.evidence(), released.delay());
            case Answer.Cancelled cancelled ->
                Outcome.cancelled(cancelled.code()).with(cancelled.evidence());
            case Answer.Poisoned poisoned -> Outcome.poison(poisoned.code()).with(poisoned.evidence());
        };
    }
}
