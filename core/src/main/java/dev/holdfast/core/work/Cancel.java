// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.WorkId;

/** Asks that a unit does not run (any more) in this life. */
public record Cancel(WorkId work, String actor, String reason)
        implements UnitCommand<CancelDecision>, Action<CancelDecision> {
    public Cancel {
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.CANCEL;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(work);
    }
}
