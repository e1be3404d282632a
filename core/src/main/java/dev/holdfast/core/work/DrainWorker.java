// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.WorkerId;

/**
 * Stops or resumes claims of a worker. A draining worker goes on renewing and settling.
 *
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record DrainWorker(WorkerId worker, boolean draining, String actor, String reason)
        implements Action<WorkerDecision> {
    /** @throws IllegalArgumentException when there can be no such actor or reason */
    public DrainWorker {
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return draining ? AuditEntry.Act.DRAIN : AuditEntry.Act.ACCEPT;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(worker);
    }
}
