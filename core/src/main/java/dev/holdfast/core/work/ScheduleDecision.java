// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import java.util.List;

/** Answers {@link SetSchedule}, {@link PauseSchedule} and {@link DeleteSchedule}. */
public sealed interface ScheduleDecision extends Decision {
    record Defined(int revision) implements ScheduleDecision {}

    /** It has other terms from now on. */
    record Revised(int revision) implements ScheduleDecision {}

    record Paused() implements ScheduleDecision {}

    record Resumed() implements ScheduleDecision {}

    record Deleted() implements ScheduleDecision {}

    /** It was so already. */
    record Repeated(int revision) implements ScheduleDecision {}

    /** The schedule has other terms, of another revision than was to be replaced; these parts differ. */
    record TermsConflict(int revision, List<String> differences) implements ScheduleDecision {}

    record ScheduleUnknown(ScheduleId schedule) implements ScheduleDecision {}

    /** There is no pool as the terms name it. */
    record NoPool(PoolId pool) implements ScheduleDecision {}

    /** What it would submit, the pool would not take now. */
    record Refused(TickRefusal why) implements ScheduleDecision {}

    /** The ledger has as many schedules as it can hold. */
    record TooManySchedules(int limit) implements ScheduleDecision {}
}
