// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;

/** How an attempt ended; the first one stands. */
public sealed interface Settlement {
    /** Written into stores by name. */
    enum Kind {
        OUTCOME,
        /** It certainly never got an allocation, or was given up before a provider was asked. */
        ABANDONED,
        /** Its allocation ended without an outcome. */
        INFRASTRUCTURE_FAILURE,
        CANCELLED,
        /** Another attempt took its place before a provider was asked. */
        SUPERSEDED,
        /** No runtime came in time, or an operation took too long. */
        TIMED_OUT
    }

    Moment at();

    /** Number of the entry in the {@link EvidenceLog} that authorised it. */
    int evidence();

    default Kind kind() {
        return switch (this) {
            case ByOutcome outcome -> Kind.OUTCOME;
            case WithoutOutcome without -> without.kind();
        };
    }

    /** @param afterCancel whether somebody had asked to stop before the outcome was accepted */
    record ByOutcome(Moment at, int evidence, OutcomeText outcome, boolean afterCancel) implements Settlement {}

    record WithoutOutcome(Kind kind, Moment at, int evidence) implements Settlement {
        public WithoutOutcome {
            if (kind == Kind.OUTCOME) {
                throw new IllegalArgumentException("an outcome is missing");
            }
        }
    }
}
