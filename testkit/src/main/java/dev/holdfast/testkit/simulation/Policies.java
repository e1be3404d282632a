// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.ShowPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The policies that each pool was told to have, one for each revision: one revision follows another only where it named it
 * (I13), and the pool has what was acknowledged last (I24).
 */
final class Policies {
    private final World world;
    private final Map<PoolId, List<PoolPolicy>> revisions = new HashMap<>();

    Policies(World world) {
        this.world = world;
    }

    PoolPolicy current(PoolId pool) {
        return of(pool).getLast();
    }

    /** The number of the newest revision, from 1. */
    int revision(PoolId pool) {
        return of(pool).size();
    }

    /** The largest number of attempts that any revision allowed: a lowered budget ends nothing that waits or runs. */
    int mostAttempts(PoolId pool) {
        return of(pool).stream().mapToInt(PoolPolicy::maxAttempts).max().orElseThrow();
    }

    int mostLosses(PoolId pool) {
        return of(pool).stream().mapToInt(PoolPolicy::maxLosses).max().orElseThrow();
    }

    private List<PoolPolicy> of(PoolId pool) {
        return Objects.requireNonNull(revisions.get(pool));
    }

    void observe(Command<?> command, Decision decision) {
        if (command instanceof DefinePool define) {
            List<PoolPolicy> known = revisions.computeIfAbsent(define.pool(), pool -> new ArrayList<>());
            boolean right = switch ((PoolDecision) decision) {
                case PoolDecision.Defined first ->
                    known.isEmpty() && first.revision() == 1 && known.add(define.policy());
                case PoolDecision.Revised next ->
                    define.replaces()
                                    .filter(replaced -> replaced == known.size())
                                    .isPresent()
                            && next.revision() == known.size() + 1
                            && known.add(define.policy());
                case PoolDecision.Repeated same ->
                    same.revision() == known.size() && known.getLast().equals(define.policy());
                case PoolDecision.PolicyConflict conflict ->
                    conflict.revision() == known.size()
                            && define.replaces()
                                    .filter(replaced -> replaced == known.size())
                                    .isEmpty();
                case PoolDecision.Paused other -> false;
                case PoolDecision.Resumed other -> false;
                case PoolDecision.DomainTaken other -> false;
                case PoolDecision.DomainInUse other -> false;
                case PoolDecision.DomainShared other -> false;
                case PoolDecision.DomainUnknown other -> false;
                case PoolUnknown other -> false;
            };
            world.demand(right, "I13", "%s, of revision %d, is answered %s", define.pool(), known.size(), decision);
            PoolSnapshot shown = world.ledger.ask(new ShowPool(define.pool())).orElseThrow();
            world.demand(
                    shown.pool().policy().maxLiveClaims() == known.getLast().maxLiveClaims()
                            && shown.pool().revision() == known.size(),
                    "I24",
                    "%s has another policy than it was answered: %s",
                    define.pool(),
                    shown.pool());
        }
    }
}
