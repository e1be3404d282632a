// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolUnknown;
import java.util.Optional;

/**
 * A policy that a pool is to have from the start on.
 *
 * @param replaces the revision that it was made from
 */
public record Revision(PoolId pool, PoolPolicy policy, int replaces) {
    void applyTo(Ledger ledger) {
        PoolDecision decision =
                ledger.submit(new DefinePool(pool, policy, PolicySources.UNNAMED, Optional.of(replaces)));
        switch (decision) {
            case PoolDecision.Revised revised -> {}
            case PoolDecision.Repeated same -> {}
            case PoolDecision.PolicyConflict conflict ->
                throw new Refused("this was made from revision " + replaces + " of pool '" + pool
                        + "', which has revision " + conflict.revision());
            case PoolDecision.DomainTaken taken ->
                throw new Refused("the domain '" + taken.domain() + "' belongs to pool '" + taken.owner() + "'");
            case PoolDecision.DomainShared shared ->
                throw new Refused("the domain '" + shared.domain() + "' is a shared one, which no pool can declare");
            case PoolDecision.DomainUnknown unknown ->
                throw new Refused("there is no shared domain '" + unknown.domain() + "' in it");
            case PoolDecision.DomainInUse used ->
                throw new Refused(
                        "the policy gives up the domain '" + used.domain() + "', which work names that has not ended");
            case PoolDecision.Defined defined -> throw absent();
            case PoolDecision.Paused paused -> throw absent();
            case PoolDecision.Resumed resumed -> throw absent();
            case PoolUnknown unknown -> throw absent();
        }
    }

    private Refused absent() {
        return new Refused("there is no pool '" + pool + "' in it");
    }
}
