// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * A schedule under its lock.
 *
 * @param pool that which the wanted terms name or, where none are wanted, the schedule's own
 * @param queued how many units the pool has queued, as far as counted
 * @param lastOpen whether the unit that the schedule submitted last has not ended
 * @param schedules how many the ledger has
 */
public record SchedulePage(
        Moment now, Optional<Schedule> schedule, Optional<Pool> pool, long queued, boolean lastOpen, int schedules) {}
