// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.ScheduleDecision;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Submission;
import java.util.Optional;

/** Makes schedules of what callers say. Thread-safe. */
final class Scheduling {
    private final ExactRetry exactRetry;
    private final Submitter submitter;

    Scheduling(ExactRetry exactRetry, Submitter submitter) {
        this.exactRetry = exactRetry;
        this.submitter = submitter;
    }

    /** @throws ScheduleRefused when it is not set */
    void set(
            String name,
            String kind,
            Payload payload,
            HandlerOptions defaults,
            ScheduleOptions options,
            Optional<Integer> replaces) {
        ScheduleId schedule = new ScheduleId(name);
        PoolId pool = options.submission().pool().orElse(defaults.pool());
        Submission.Builder template = ScheduleTerms.template(kind)
                .payload(payload)
                .guarantee(defaults.guarantee())
                .recovery(defaults.recovery());
        options.submission().apply(template);
        ScheduleTerms terms =
                new ScheduleTerms(pool, template.build(), options.recurrence(), options.overlap(), options.misfire());
        submitter.ensureDefaultPool(pool);
        ScheduleDecision decision =
                exactRetry.submit(new SetSchedule(schedule, terms, replaces, DefinePool.PROGRAM, DefinePool.NEEDED));
        switch (decision) {
            case ScheduleDecision.Defined done -> {}
            case ScheduleDecision.Revised done -> {}
            case ScheduleDecision.Repeated done -> {}
            case ScheduleDecision.Paused refusal -> throw new ScheduleRefused(schedule, decision);
            case ScheduleDecision.Resumed refusal -> throw new ScheduleRefused(schedule, decision);
            case ScheduleDecision.Deleted refusal -> throw new ScheduleRefused(schedule, decision);
            case ScheduleDecision.TermsConflict refusal -> throw new ScheduleRefused(schedule, decision);
            case ScheduleDecision.ScheduleUnknown refusal -> throw new ScheduleRefused(schedule, decision);
            case ScheduleDecision.NoPool refusal -> throw new ScheduleRefused(schedule, decision);
            case ScheduleDecision.Refused refusal -> throw new ScheduleRefused(schedule, decision);
            case ScheduleDecision.TooManySchedules refusal -> throw new ScheduleRefused(schedule, decision);
        }
    }
}
