// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import java.util.List;

/** All schedules, by id: at most {@link Schedule#MOST}. */
public record ListSchedules() implements Query<List<Schedule>> {}
