// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.work.Changes;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.SchedulePage;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.TickDecision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Passes over schedules that go wrong. */
final class WrongSchedules {
    private WrongSchedules() {}

    /** Schedules advance over their ticks and nothing is submitted. */
    static final class Idle extends WrongShelf {
        Idle(LedgerClock clock) {
            super(clock);
        }

        @Override
        public <R> R schedule(ScheduleId schedule, Optional<PoolId> pool, Function<SchedulePage, Save<R>> rule) {
            return super.schedule(schedule, pool, page -> submitting(rule.apply(page), List.of()));
        }
    }

    /** Who asks again for a pass whose answer was lost has it made again: the schedule is shown as it was, the work is new. */
    static final class Twice extends WrongShelf {
        private final Map<ScheduleId, SchedulePage> former = new HashMap<>();

        Twice(LedgerClock clock) {
            super(clock);
        }

        @Override
        public <R> R schedule(ScheduleId schedule, Optional<PoolId> pool, Function<SchedulePage, Save<R>> rule) {
            return super.schedule(schedule, pool, page -> {
                Save<R> right = rule.apply(page);
                Optional<SchedulePage> before = Optional.ofNullable(former.get(schedule));
                if (right.answer() instanceof TickDecision.Moved && before.isPresent()) {
                    Save<R> again = rule.apply(before.get());
                    return submitting(
                            again,
                            again.changes().submitted().stream()
                                    .map(Twice::renamed)
                                    .toList());
                }
                former.put(schedule, page);
                return right;
            });
        }

        private static NewUnit renamed(NewUnit unit) {
            Submission same = unit.submission();
            Submission other = Submission.of(
                            same.requirements().eligibility().kind(), new IdempotencyKey(same.key() + "/again"))
                    .payload(same.payload())
                    .labels(same.labels())
                    .build();
            return new NewUnit(
                    new WorkId(unit.id().value() + "-again"),
                    unit.pool(),
                    unit.revision(),
                    other,
                    unit.laneKey(),
                    Optional.empty(),
                    false);
        }
    }

    private static <R> Save<R> submitting(Save<R> right, List<NewUnit> units) {
        Changes changes = right.changes();
        return new Save<>(
                new Changes(
                        changes.pools(),
                        changes.workers(),
                        changes.units(),
                        units,
                        changes.schedules(),
                        changes.audit()),
                right.answer());
    }
}
