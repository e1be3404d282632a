// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.ScheduleId;
import java.util.Optional;

/**
 * A new state of a schedule whose lock is held.
 *
 * @param after empty: it is taken away
 */
public record ScheduleChange(ScheduleId id, Optional<Schedule> after) {
    public static ScheduleChange to(Schedule after) {
        return new ScheduleChange(after.id(), Optional.of(after));
    }

    static ScheduleChange gone(ScheduleId id) {
        return new ScheduleChange(id, Optional.empty());
    }
}
