// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.ScheduleId;

/**
 * Takes a schedule away. Work that it submitted stays; a schedule of the same name that is defined later submits no tick
 * again that this one has submitted, as long as the pool remembers its keys.
 *
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record DeleteSchedule(ScheduleId schedule, String actor, String reason) implements Action<ScheduleDecision> {
    /** @throws IllegalArgumentException when there can be no such actor or reason */
    public DeleteSchedule {
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.DELETE;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(schedule);
    }
}
