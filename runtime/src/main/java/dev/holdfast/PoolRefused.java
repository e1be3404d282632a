// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolUnknown;

/** A pool could not be defined as asked; nothing changed. */
public final class PoolRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient PoolDecision decision;

    PoolRefused(PoolId pool, PoolDecision decision) {
        super("pool " + pool + " was not defined: " + decision);
        this.decision = decision;
    }

    /** @throws PoolRefused when the pool is not as it was asked for */
    static void check(PoolId pool, PoolDecision decision) {
        switch (decision) {
            case PoolDecision.Defined defined -> {}
            case PoolDecision.Revised revised -> {}
            case PoolDecision.Repeated repeated -> {}
            case PoolDecision.Paused other -> throw new PoolRefused(pool, decision);
            case PoolDecision.Resumed other -> throw new PoolRefused(pool, decision);
            case PoolDecision.PolicyConflict conflict -> throw new PoolRefused(pool, decision);
            case PoolDecision.DomainTaken taken -> throw new PoolRefused(pool, decision);
            case PoolDecision.DomainShared shared -> throw new PoolRefused(pool, decision);
            case PoolDecision.DomainUnknown unknown -> throw new PoolRefused(pool, decision);
            case PoolDecision.DomainInUse inUse -> throw new PoolRefused(pool, decision);
            case PoolUnknown unknown -> throw new PoolRefused(pool, decision);
        }
    }

    public PoolDecision decision() {
        return decision;
    }
}
