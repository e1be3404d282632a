// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.ScheduleId;

/**
 * Stops or resumes the ticks of a schedule. Those of the time between are left out, and never made up for.
 *
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record PauseSchedule(ScheduleId schedule, boolean paused, String actor, String reason)
        implements Action<ScheduleDecision> {
    /** @throws IllegalArgumentException when there can be no such actor or reason */
    public PauseSchedule {
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return paused ? AuditEntry.Act.PAUSE : AuditEntry.Act.RESUME;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(schedule);
    }
}
