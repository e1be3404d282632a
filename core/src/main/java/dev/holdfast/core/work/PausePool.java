// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;

/**
 * Stops or resumes claims of a pool; settlement goes on.
 *
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record PausePool(PoolId pool, boolean paused, String actor, String reason) implements Action<PoolDecision> {
    /** @throws IllegalArgumentException when there can be no such actor or reason */
    public PausePool {
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return paused ? AuditEntry.Act.PAUSE : AuditEntry.Act.RESUME;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(pool);
    }
}
