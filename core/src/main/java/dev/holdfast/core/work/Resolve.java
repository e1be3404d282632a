// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Names;
import dev.holdfast.core.WorkId;

/**
 * Says what became of a run whose outcome was not known.
 *
 * @param fence of the claim in question, so that evidence about one run never decides about another
 * @param reference where the evidence stands: a ticket, a log line, a transaction id
 */
public record Resolve(WorkId work, Fence fence, Resolution resolution, String reference, String actor)
        implements UnitCommand<ResolveDecision>, Action<ResolveDecision> {
    public Resolve {
        Names.check("evidence reference", reference);
        Names.check("actor", actor);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.RESOLVE;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(work);
    }

    @Override
    public String reason() {
        return reference;
    }
}
