// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import dev.holdfast.core.ScheduleId;
import java.util.Optional;

/** A schedule; empty when there is none of this name. */
public record ShowSchedule(ScheduleId schedule) implements Query<Optional<Schedule>> {}
