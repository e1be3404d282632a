// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.Outcome;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Unit;
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
    /** How often a unit runs again because somebody killed its command, before that counts as its failure. */
    private static final int MAX_INTERRUPTIONS = 3;

    /** Reason of a release because somebody killed the command. */
    static final String INTERRUPTED = "interrupted";

    /** Reason of a release because this runner ended the command to stop. */
    static final String STOPPED = "stopped";

    /**
     * The tries of a unit that have ended before.
     *
     * @param failures by themselves
     * @param interruptions because somebody killed the command
     */
    record Tries(int failures, int interruptions) {
        static final Tries NONE = new Tries(0, 0);

        static Tries of(Unit unit) {
            int failures = 0;
            int interruptions = 0;
            for (var past : unit.past()) {
                boolean ofThisLife = past.claim().life() == unit.life();
                if (ofThisLife && past.answer().orElse(null) instanceof Answer.Released released) {
                    failures += CommandResult.isCode(released.reason()) ? 1 : 0;
                    interruptions += released.reason().equals(INTERRUPTED) ? 1 : 0;
                }
            }
            return new Tries(failures, interruptions);
        }
    }

    Answer of(CommandResult result, Tries before) {
        if (result.succeeded()) {
            return new Answer.Succeeded(Payload.text(summary(result)));
        }
        if (result.end() == CommandResult.End.KILLED && isFromOutside(result.number())) {
            return before.interruptions() < MAX_INTERRUPTIONS
                    ? cutShort(INTERRUPTED, wait(before.interruptions() - 1))
                    : failed(result);
        }
        if (result.end() == CommandResult.End.NOT_STARTED) {
            return new Answer.Failed(result.code(), Evidence.NOT_APPLIED);
        }
        // Who asks for retries says by that that a failed command may run again.
        return before.failures() < retries
                ? new Answer.Released(Evidence.NOT_APPLIED, result.code(), Optional.of(wait(before.failures())))
                : failed(result);
    }

    /** @param before how many waits there were; the first is none when that is negative */
    private Duration wait(int before) {
        return before < 0 ? Duration.ZERO : backoff.multipliedBy(1L << Math.min(before, 20));
    }

    /** This runner has ended the command; nobody knows how far it came. */
    Answer stopped() {
        return cutShort(STOPPED, Duration.ZERO);
    }

    private Answer cutShort(String reason, Duration delay) {
        return switch (interrupted) {
            case RERUN -> new Answer.Released(Evidence.UNKNOWN, reason, Optional.of(delay));
            case ASK -> new Answer.Released(Evidence.AMBIGUOUS, reason, Optional.empty());
            case FAIL -> new Answer.Failed(INTERRUPTED, Evidence.UNKNOWN);
        };
    }

    private static Answer failed(CommandResult result) {
        return new Answer.Failed(result.code(), Evidence.UNKNOWN);
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
