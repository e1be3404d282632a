// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;
import java.util.Optional;

/**
 * Creates a pool, and the domains that its policy declares, or gives a pool another policy. The same policy again is
 * {@link PoolDecision.Repeated}.
 *
 * <p>Another policy takes effect at the next claim and for what is submitted from then on; it revokes no claim, so that more
 * may be live than a lowered limit allows, until so many have ended. Its domains replace those of the pool: new ones are
 * declared, and one that is no longer listed is given up, unless a unit that has not ended names it.
 *
 * @param sources where the values came from; they are kept with the revision, and another source alone is none
 * @param replaces the revision that this policy replaces; empty: there is to be no such pool
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record DefinePool(
        PoolId pool, PoolPolicy policy, PolicySources sources, Optional<Integer> replaces, String actor, String reason)
        implements Action<PoolDecision> {
    /** Who defines a pool when no person does. */
    public static final String PROGRAM = "program";

    /** Why a program does so. */
    public static final String NEEDED = "needed by a program";

    /** @throws IllegalArgumentException when there can be no such revision, actor or reason */
    public DefinePool {
        replaces.filter(revision -> revision < 1).ifPresent(revision -> {
            throw new IllegalArgumentException("revisions are counted from 1, not " + revision);
        });
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    /** A program defines a pool that is not there. */
    public DefinePool(PoolId pool, PoolPolicy policy) {
        this(pool, policy, PolicySources.UNNAMED, Optional.empty());
    }

    /** A program defines a pool. */
    public DefinePool(PoolId pool, PoolPolicy policy, PolicySources sources, Optional<Integer> replaces) {
        this(pool, policy, sources, replaces, PROGRAM, NEEDED);
    }

    /** This definition in place of that revision. */
    public DefinePool replacing(int revision) {
        return new DefinePool(pool, policy, sources, Optional.of(revision), actor, reason);
    }

    /** This definition with where its values came from. */
    public DefinePool from(PolicySources others) {
        return new DefinePool(pool, policy, others, replaces, actor, reason);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.DEFINE;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(pool);
    }
}
