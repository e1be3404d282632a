// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.SubmitDecision;

/** The ledger did not take a submission; nothing changed. The decision says why, with its data. */
public final class SubmissionRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient SubmitDecision decision;

    SubmissionRefused(SubmitDecision decision) {
        super(describe(decision));
        this.decision = decision;
    }

    public SubmitDecision decision() {
        return decision;
    }

    private static String describe(SubmitDecision decision) {
        return switch (decision) {
            case SubmitDecision.Admitted admitted -> "admitted as " + admitted.work();
            case SubmitDecision.Repeated repeated ->
                "admitted before as " + repeated.unit().id();
            case SubmitDecision.Conflict conflict ->
                "the key belongs to work " + conflict.work() + ", which differs in " + conflict.differences();
            case SubmitDecision.Reserved reserved ->
                "the " + reserved.what() + " " + reserved.name() + " is one that only the ledger itself gives";
            case SubmitDecision.Undefined undefined ->
                "the pool does not define the resources " + undefined.resources() + " and the domains "
                        + undefined.domains();
            case SubmitDecision.TooManyQueued full ->
                "the pool has " + full.queued() + " units queued and takes " + full.limit() + "; try again in "
                        + full.retryAfter();
            case SubmitDecision.TooManyShapes full ->
                "the pool has units of " + full.limit()
                        + " different combinations of kind, guarantee, capabilities and affinity, and takes no more";
            case PoolUnknown unknown -> "there is no pool " + unknown.pool() + "; define it first";
        };
    }
}
