// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.ScheduleId;
import java.util.Optional;

/**
 * Defines a schedule, or gives it other terms in place of those of a revision. The same terms again are
 * {@link ScheduleDecision.Repeated}. Work that was submitted stays as it is.
 *
 * @param replaces the revision that these terms replace; empty: there is to be no such schedule
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record SetSchedule(
        ScheduleId schedule, ScheduleTerms terms, Optional<Integer> replaces, String actor, String reason)
        implements Action<ScheduleDecision> {
    /** @throws IllegalArgumentException when there can be no such revision, actor or reason */
    public SetSchedule {
        replaces.filter(revision -> revision < 1).ifPresent(revision -> {
            throw new IllegalArgumentException("revisions are counted from 1, not " + revision);
        });
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.DEFINE;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(schedule);
    }
}
