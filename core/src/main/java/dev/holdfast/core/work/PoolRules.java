// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Defining and pausing pools.
 *
 * <pre>
 * define  1 known, same policy                               Repeated
 *         2 known, other policy, not its revision replaced   PolicyConflict
 *         3 a revision replaced, no such pool                PoolUnknown
 *         4 a domain declared: belongs to another pool       DomainTaken
 *                             is shared                      DomainShared
 *         5 a shared domain used: belongs to a pool          DomainTaken
 *                                 is not there               DomainUnknown
 *         6 a domain given up that units name                DomainInUse
 *         7 not known / known                                Defined, revision 1 / Revised
 * pause   1 no such pool                                     PoolUnknown
 *         2 it is so already                                 Repeated
 *         3                                                  Paused or Resumed
 * </pre>
 */
public final class PoolRules {
    private PoolRules() {}

    public static Save<PoolDecision> define(DefinePool command, PoolPage page) {
        return guard(command, page).map(Save::<PoolDecision>nothing).orElseGet(() -> write(command, page));
    }

    private static Optional<PoolDecision> guard(DefinePool command, PoolPage page) {
        if (page.pool().isPresent()) {
            Pool pool = page.pool().get();
            List<String> differences = pool.policy().differences(command.policy());
            if (differences.isEmpty()) {
                return Optional.of(new PoolDecision.Repeated(pool.revision()));
            }
            if (!command.replaces().equals(Optional.of(pool.revision()))) {
                return Optional.of(new PoolDecision.PolicyConflict(pool.revision(), differences));
            }
        } else if (command.replaces().isPresent()) {
            return Optional.of(new PoolUnknown(command.pool()));
        }
        return domains(command, page)
                .or(() -> page.domainsInUse().stream()
                        .min(Comparator.naturalOrder())
                        .map(PoolDecision.DomainInUse::new));
    }

    private static Optional<PoolDecision> domains(DefinePool command, PoolPage page) {
        for (String domain : command.policy().domains().keySet()) {
            Optional<PoolId> owner = Optional.ofNullable(page.domainOwners().get(domain));
            if (owner.filter(pool -> !pool.equals(command.pool())).isPresent()) {
                return Optional.of(new PoolDecision.DomainTaken(domain, owner.get()));
            }
            if (page.sharedDomains().contains(domain)) {
                return Optional.of(new PoolDecision.DomainShared(domain));
            }
        }
        for (String domain : command.policy().sharedDomains()) {
            Optional<PoolId> owner = Optional.ofNullable(page.domainOwners().get(domain));
            if (owner.isPresent()) {
                return Optional.of(new PoolDecision.DomainTaken(domain, owner.get()));
            }
            if (!page.sharedDomains().contains(domain)) {
                return Optional.of(new PoolDecision.DomainUnknown(domain));
            }
        }
        return Optional.empty();
    }

    private static Save<PoolDecision> write(DefinePool command, PoolPage page) {
        if (page.pool().isEmpty()) {
            Pool pool = Pool.defined(command, page.now());
            return Save.audited(Changes.of(pool), command, new PoolDecision.Defined(pool.revision()), page.now());
        }
        Pool pool = page.pool().get().revised(command);
        return Save.audited(Changes.of(pool), command, new PoolDecision.Revised(pool.revision()), page.now());
    }

    public static Save<PoolDecision> pause(PausePool command, PoolPage page) {
        if (page.pool().isEmpty()) {
            return Save.nothing(new PoolUnknown(command.pool()));
        }
        Pool pool = page.pool().get();
        if (pool.paused() == command.paused()) {
            return Save.nothing(new PoolDecision.Repeated(pool.revision()));
        }
        return Save.audited(
                Changes.of(pool.withPaused(command.paused())),
                command,
                command.paused() ? new PoolDecision.Paused() : new PoolDecision.Resumed(),
                page.now());
    }
}
