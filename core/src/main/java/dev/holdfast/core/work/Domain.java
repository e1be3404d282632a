// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;
import java.util.List;
import java.util.Optional;

/**
 * Something that the live claims of all units that name it use together, whatever pool they are of. A shared domain is of
 * nobody: pools use it that name it in their policy. One that a pool declares in its policy is of that pool, and of its
 * revision.
 *
 * @param name 1 to 200 visible characters
 * @param revision counted from 1
 * @param owner the pool that declared it; empty for a shared domain
 */
public record Domain(String name, int revision, DomainTerms terms, Optional<PoolId> owner) {
    /** @throws IllegalArgumentException when there can be no such name */
    public Domain {
        Names.check("domain", name);
    }

    /** A shared domain. */
    public static Domain shared(String name, int revision, DomainTerms terms) {
        return new Domain(name, revision, terms, Optional.empty());
    }

    /** The domains that a pool declares, by name. */
    public static List<Domain> of(Pool pool) {
        PoolPolicy policy = pool.policy();
        return policy.domains().entrySet().stream()
                .map(each -> new Domain(
                        each.getKey(),
                        pool.revision(),
                        new DomainTerms(each.getValue(), policy.quarantineShare()),
                        Optional.of(pool.id())))
                .toList();
    }
}
