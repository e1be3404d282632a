// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import java.util.List;
import java.util.Optional;

/**
 * Defining and pausing pools.
 *
 * <pre>
 * define  1 known, same policy                     Repeated
 *         2 known, other policy                    PolicyConflict
 *         3 a domain belongs to another pool       DomainTaken
 *         4                                        Defined, revision 1
 * pause   1 no such pool                           PoolUnknown
 *         2 it is so already                       Repeated
 *         3                                        Paused or Resumed
 * </pre>
 */
public final class PoolRules {
    private PoolRules() {}

    public static Save<PoolDecision> define(DefinePool command, PoolPage page) {
        if (page.pool().isPresent()) {
            Pool pool = page.pool().get();
            List<String> differences = pool.policy().differences(command.policy());
            return Save.nothing(
                    differences.isEmpty()
                            ? new PoolDecision.Repeated(pool.revision())
                            : new PoolDecision.PolicyConflict(pool.revision(), differences));
        }
        for (String domain : command.policy().domains().keySet()) {
            Optional<PoolId> owner = Optional.ofNullable(page.domainOwners().get(domain));
            if (owner.isPresent()) {
                return Save.nothing(new PoolDecision.DomainTaken(domain, owner.get()));
            }
        }
        Pool pool = Pool.defined(command.pool(), command.policy(), page.now());
        return new Save<>(Changes.of(pool), new PoolDecision.Defined(pool.revision()));
    }

    public static Save<PoolDecision> pause(PausePool command, PoolPage page) {
        if (page.pool().isEmpty()) {
            return Save.nothing(new PoolUnknown(command.pool()));
        }
        Pool pool = page.pool().get();
        if (pool.paused() == command.paused()) {
            return Save.nothing(new PoolDecision.Repeated(pool.revision()));
        }
        return new Save<>(
                Changes.of(pool.withPaused(command.paused())),
                command.paused() ? new PoolDecision.Paused() : new PoolDecision.Resumed());
    }
}
