// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pass over a schedule.
 *
 * <pre>
 * 1 no such schedule                                         NoSchedule
 * 2 it is paused                                             SchedulePaused
 * 3 it has another revision or another next moment           Moved
 * 4 a tick is still to come by the ledger's clock            NotDue
 * 5 something is to be submitted that the pool refuses       Refused
 * 6                                                          Ticked
 * </pre>
 *
 * <p>Of what is due, {@link Misfire} leaves out what is too old; of the rest, {@link Overlap} what meets the unit before it.
 * What is submitted is taken by its key, so that a tick that was submitted before is not submitted again, whatever became of
 * the row that says so.
 */
public final class TickRules {
    /**
     * What a pass does with ticks.
     *
     * @param waiting the one that waits afterwards
     */
    record Done(List<Moment> submitted, int leftOut, Optional<Moment> waiting) {}

    private TickRules() {}

    public static Save<TickDecision> tick(Tick command, SchedulePage page) {
        Optional<TickDecision> refusal = guard(command, page);
        if (refusal.isPresent()) {
            return Save.nothing(refusal.get());
        }
        Schedule schedule = page.schedule().orElseThrow();
        Done done = done(schedule, command.due(), page);
        Pool pool = page.pool().orElseThrow();
        if (!done.submitted().isEmpty()) {
            Optional<TickRefusal> refused = never(schedule.terms().template(), pool)
                    .or(() ->
                            tooManyQueued(pool, page.queued(), done.submitted().size()));
            if (refused.isPresent()) {
                return Save.nothing(new TickDecision.Refused(refused.get()));
            }
        }
        Schedule after = schedule.advanced(command.following(), done);
        List<NewUnit> units = done.submitted().stream()
                .map(tick -> new NewUnit(
                        schedule.idOf(tick),
                        pool.id(),
                        NewUnit.ANY_REVISION,
                        schedule.submission(tick),
                        pool.policy()
                                .fairness()
                                .laneKey(schedule.terms()
                                        .template()
                                        .requirements()
                                        .fairnessKey()),
                        Optional.empty(),
                        false))
                .toList();
        TickDecision.Ticked answer =
                new TickDecision.Ticked(units.stream().map(NewUnit::id).toList(), done.leftOut(), done.waiting());
        return after.equals(schedule)
                ? Save.nothing(answer)
                : new Save<>(Changes.of(ScheduleChange.to(after)).submitting(units), answer);
    }

    private static Optional<TickDecision> guard(Tick command, SchedulePage page) {
        if (page.schedule().isEmpty()) {
            return Optional.of(new TickDecision.NoSchedule());
        }
        Schedule schedule = page.schedule().get();
        if (schedule.paused()) {
            return Optional.of(new TickDecision.SchedulePaused());
        }
        if (schedule.revision() != command.revision() || !schedule.next().equals(command.expected())) {
            return Optional.of(new TickDecision.Moved(schedule.revision(), schedule.next()));
        }
        return command.due().stream()
                .filter(tick -> tick.isAfter(page.now()))
                .findFirst()
                .map(TickDecision.NotDue::new);
    }

    private static Done done(Schedule schedule, List<Moment> due, SchedulePage page) {
        List<Moment> ticks = new ArrayList<>();
        schedule.waiting().ifPresent(ticks::add);
        List<Moment> kept = schedule.terms().misfire().kept(due, page.now());
        ticks.addAll(kept);
        int late = due.size() - kept.size();
        return switch (schedule.terms().overlap()) {
            case ALLOW -> new Done(ticks, late, Optional.empty());
            case SKIP -> {
                List<Moment> first = page.lastOpen() ? List.of() : first(ticks);
                yield new Done(first, late + ticks.size() - first.size(), Optional.empty());
            }
            case ONE -> {
                List<Moment> first = page.lastOpen() ? List.of() : first(ticks);
                List<Moment> rest = ticks.subList(first.size(), ticks.size());
                yield rest.isEmpty()
                        ? new Done(first, late, Optional.empty())
                        : new Done(first, late + rest.size() - 1, Optional.of(rest.getLast()));
            }
        };
    }

    private static List<Moment> first(List<Moment> ticks) {
        return ticks.isEmpty() ? ticks : List.of(ticks.getFirst());
    }

    /** Why the pool, as it is, would never take or never run such a unit. */
    static Optional<TickRefusal> never(Submission template, Pool pool) {
        return switch (AdmissionRules.screen(new Submit(pool.id(), template), Optional.of(pool.terms()))) {
            case AdmissionRules.Screening.Refused refused -> Optional.of(refusal(refused.decision()));
            case AdmissionRules.Screening.Insert accepted ->
                accepted.unit().poisoned()
                        ? AdmissionRules.oversized(template.requirements().needs(), pool.policy())
                                .map(TickRefusal.Oversized::new)
                        : Optional.empty();
        };
    }

    private static TickRefusal refusal(SubmitDecision decision) {
        return switch (decision) {
            case SubmitDecision.Reserved reserved -> new TickRefusal.Reserved(reserved.name());
            case SubmitDecision.Undefined undefined ->
                new TickRefusal.Undefined(undefined.resources(), undefined.domains());
            case PoolUnknown other -> throw unexpected(other);
            case SubmitDecision.Admitted other -> throw unexpected(other);
            case SubmitDecision.Repeated other -> throw unexpected(other);
            case SubmitDecision.Conflict other -> throw unexpected(other);
            case SubmitDecision.TooManyQueued other -> throw unexpected(other);
            case SubmitDecision.TooManyShapes other -> throw unexpected(other);
        };
    }

    private static IllegalStateException unexpected(SubmitDecision decision) {
        return new IllegalStateException("a unit is not refused by its policy with " + decision);
    }

    private static Optional<TickRefusal> tooManyQueued(Pool pool, long queued, int more) {
        if (pool.policy().maxQueued().isEmpty()
                || queued + more <= pool.policy().maxQueued().getAsLong()) {
            return Optional.empty();
        }
        SubmitDecision.TooManyQueued full = AdmissionRules.tooManyQueued(pool.policy(), queued);
        return Optional.of(new TickRefusal.TooManyQueued(full.limit(), full.queued(), full.retryAfter()));
    }
}
