// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Names;
import dev.holdfast.core.work.Evidence;
import java.time.Duration;
import java.util.Optional;

/**
 * What a handler says at its end. Codes are for programs and follow {@link Names}; reasons are for people, any text.
 *
 * <p>Every outcome but success says what is known about the effect. Unless the handler says more by {@link #with}, that is
 * nothing ({@link Evidence#UNKNOWN}); for units that must be asked about, a retry then waits for evidence.
 */
public sealed interface Outcome {
    /** Done; the effect took place. */
    record Done(Optional<Object> result) implements Outcome {}

    record Failed(String code, Evidence evidence) implements Outcome {
        public Failed {
            Names.check("code", code);
        }
    }

    record Cancelled(String code, Evidence evidence) implements Outcome {
        public Cancelled {
            Names.check("code", code);
        }
    }

    record Poisoned(String code, Evidence evidence) implements Outcome {
        public Poisoned {
            Names.check("code", code);
        }
    }

    /** @param delay empty: as the pool's policy says */
    record Retry(String reason, Evidence evidence, Optional<Duration> delay) implements Outcome {
        public Retry {
            if (delay.isPresent() && delay.get().isNegative()) {
                throw new IllegalArgumentException("a delay is not negative: " + delay.get());
            }
        }
    }

    /** How long a unit waits that a handler did not start: without a wait it would come back at once, for ever. */
    Duration NOT_STARTED_DELAY = Duration.ofSeconds(1);

    static Outcome done() {
        return new Done(Optional.empty());
    }

    /** @param result kept with the unit; encoded like a payload, at most 256 KiB */
    static Outcome done(Object result) {
        return new Done(Optional.of(result));
    }

    /** Ended in failure, not to be tried again. */
    static Outcome fail(String code) {
        return new Failed(code, Evidence.UNKNOWN);
    }

    /** Stopped because {@link WorkContext#cancelled()}. */
    static Outcome cancelled(String code) {
        return new Cancelled(code, Evidence.UNKNOWN);
    }

    /** No worker will ever be able to run it. */
    static Outcome poison(String code) {
        return new Poisoned(code, Evidence.UNKNOWN);
    }

    /** To be tried again, as the pool's policy says. Burns an attempt. */
    static Outcome retry(String reason) {
        return new Retry(reason, Evidence.UNKNOWN, Optional.empty());
    }

    /** To be tried again after {@code delay}. Burns an attempt. */
    static Outcome retryAfter(Duration delay, String reason) {
        return new Retry(reason, Evidence.UNKNOWN, Optional.of(delay));
    }

    /** Given back untouched; comes again after a second, for as long as handlers say so. Burns no attempt. */
    static Outcome notStarted(String reason) {
        return new Retry(reason, Evidence.NOT_STARTED, Optional.of(NOT_STARTED_DELAY));
    }

    /**
     * The handler looked and could not tell whether the effect took place. A unit that must be asked about waits for
     * evidence; any other is tried again.
     */
    static Outcome uncertain(String reason) {
        return new Retry(reason, Evidence.AMBIGUOUS, Optional.empty());
    }

    /** The same outcome with other evidence. Success always means that the effect took place. */
    default Outcome with(Evidence known) {
        return switch (this) {
            case Done done -> done;
            case Failed failed -> new Failed(failed.code(), known);
            case Cancelled cancelled -> new Cancelled(cancelled.code(), known);
            case Poisoned poisoned -> new Poisoned(poisoned.code(), known);
            case Retry retry -> new Retry(retry.reason(), known, retry.delay());
        };
    }
}
