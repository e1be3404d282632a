// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import java.util.Optional;

/** The state of a unit: one record per state, each with what is legal in it and nothing else. */
public sealed interface WorkState {
    Status status();

    /**
     * Submitted, and not yet to be claimed. No claim and no answer leads here, so that a held unit has never run in its
     * life.
     *
     * @param until a sweep acts from this moment on
     * @param then what it does
     */
    record Held(Moment until, Hold.Then then) implements WorkState {
        @Override
        public Status status() {
            return Status.HELD;
        }
    }

    /**
     * Waits to be claimed.
     *
     * @param due not before this moment
     * @param origin what put it here
     */
    record Queued(Moment due, Origin origin) implements WorkState {
        @Override
        public Status status() {
            return Status.QUEUED;
        }
    }

    /** Held by a worker. */
    record Claimed(Claim claim) implements WorkState {
        @Override
        public Status status() {
            return Status.CLAIMED;
        }
    }

    /**
     * The outcome of the newest claim is not known. Nothing leaves this state on a timer.
     *
     * @param fence of the claim in question
     * @param byLoss whether the claim was lost, so that its holder may still answer; otherwise the holder itself did not know
     */
    record Uncertain(Fence fence, Moment since, String reason, boolean byLoss) implements WorkState {
        @Override
        public Status status() {
            return Status.UNCERTAIN;
        }
    }

    /**
     * This life is over. Never changes; another life may follow, see {@link Redrive}.
     *
     * @param code of a failure, cancellation or poisoning; empty after success
     * @param reference where the evidence of an operator stands; empty otherwise
     */
    record Ended(
            Status status,
            Moment at,
            EndedBy by,
            String code,
            Evidence evidence,
            Optional<Payload> result,
            String reference)
            implements WorkState {
        public Ended {
            if (!status.isEnd()) {
                throw new IllegalArgumentException(status + " is no end");
            }
        }
    }

    /** What put a unit into the queue. */
    enum Origin {
        ADMITTED,
        /** Somebody, or the end of its hold, let it go. */
        PROMOTED,
        /** Released by its holder. */
        RELEASED,
        /** Its claim was lost. */
        LOST,
        /** Evidence showed that it may run again. */
        RESOLVED,
        /** An operator gave it another life. */
        REDRIVEN
    }

    /** Who ended a life. */
    enum EndedBy {
        ADMISSION,
        HOLDER,
        SWEEP,
        CANCEL,
        OPERATOR
    }
}
