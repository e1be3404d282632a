// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.Payload;
import java.time.Duration;
import java.util.Optional;

/**
 * What a holder says about its claim. Two answers are the same when all their parts are equal; times are no part of them.
 */
public sealed interface Answer {
    /** What the holder knows of the effect. */
    Evidence evidence();

    /** Whether both say, or said, the same: a result of which only a digest is left is compared by it. */
    default boolean isSameAs(Answer other) {
        return (this instanceof Succeeded mine && other instanceof Succeeded theirs)
                ? mine.result().isSameAs(theirs.result())
                : equals(other);
    }

    /** This answer with a digest in the place of its result; codes and reasons are evidence and stay. */
    default Answer redacted() {
        return this instanceof Succeeded done ? new Succeeded(Unit.redacted(done.result())) : this;
    }

    /** Done; the effect took place. */
    record Succeeded(Payload result) implements Answer {
        @Override
        public Evidence evidence() {
            return Evidence.APPLIED;
        }
    }

    /** Ended in failure; not to be tried again. */
    record Failed(String code, Evidence evidence) implements Answer {
        public Failed {
            Names.check("code", code);
        }
    }

    /** The holder stopped, as it was asked to. */
    record Cancelled(String code, Evidence evidence) implements Answer {
        public Cancelled {
            Names.check("code", code);
        }
    }

    /** A permanent refusal: no worker will ever be able to run it. */
    record Poisoned(String code, Evidence evidence) implements Answer {
        public Poisoned {
            Names.check("code", code);
        }
    }

    /**
     * Given back, to be run again if the rules allow it.
     *
     * @param delay before the next try; empty: as the pool's policy says
     */
    record Released(Evidence evidence, String reason, Optional<Duration> delay) implements Answer {
        public Released {
            Names.check("reason", reason);
            if (delay.isPresent() && delay.get().isNegative()) {
                throw new IllegalArgumentException("a delay is not negative: " + delay.get());
            }
        }
    }
}
