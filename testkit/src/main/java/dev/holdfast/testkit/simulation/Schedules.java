// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.PauseSchedule;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleDecision;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.ShowSchedule;
import dev.holdfast.core.work.Tick;
import dev.holdfast.core.work.TickDecision;
import dev.holdfast.core.work.Unit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the schedules were told, and what was made of their ticks: each is submitted once or for a reason not at all, none
 * before its moment, and what is late goes by the misfire policy.
 */
final class Schedules {
    /** @param next the first moment that nobody has passed */
    private record Seen(int revision, ScheduleTerms terms, boolean paused, Moment next, Optional<Moment> waiting) {
        Seen at(Moment moment, Optional<Moment> waits) {
            return new Seen(revision, terms, paused, moment, waits);
        }
    }

    private record OneTick(ScheduleId schedule, String moment) {}

    private final World world;
    private final Map<ScheduleId, Seen> schedules = new HashMap<>();
    private final Map<ScheduleId, WorkId> last = new HashMap<>();
    private final Map<ScheduleId, Moment> newest = new HashMap<>();
    private final Set<OneTick> submitted = new HashSet<>();

    Schedules(World world) {
        this.world = world;
    }

    /** Whether nobody will submit anything but people. */
    boolean areAtRest() {
        return schedules.values().stream().allMatch(Seen::paused);
    }

    boolean isPaused(ScheduleId schedule) {
        return find(schedule).filter(Seen::paused).isPresent();
    }

    /** The number of its newest terms; 1 when there are none. */
    int revision(ScheduleId schedule) {
        return find(schedule).map(Seen::revision).orElse(1);
    }

    private Optional<Seen> find(ScheduleId schedule) {
        return Optional.ofNullable(schedules.get(schedule));
    }

    /**
     * @param before the units before the command
     * @param fresh the units that it has brought
     */
    void observe(Command<?> command, Decision decision, Map<WorkId, Unit> before, List<Unit> fresh) {
        switch (command) {
            case SetSchedule set -> {
                demand(isRight(set, (ScheduleDecision) decision), command, decision);
                find(set.schedule()).ifPresent(seen -> compare(set.schedule()));
            }
            case PauseSchedule pause -> {
                demand(isRight(pause, (ScheduleDecision) decision), command, decision);
                find(pause.schedule()).ifPresent(seen -> compare(pause.schedule()));
            }
            case Tick tick -> {
                demand(isRight(tick, (TickDecision) decision, before, fresh), command, decision);
                find(tick.schedule()).ifPresent(seen -> compare(tick.schedule()));
            }
            default -> {}
        }
    }

    private void demand(boolean right, Command<?> command, Decision decision) {
        world.demand(right, "ticks", "%s is answered %s", command, decision);
    }

    private void compare(ScheduleId id) {
        Schedule shown = world.ledger.ask(new ShowSchedule(id)).orElseThrow();
        Seen seen = new Seen(shown.revision(), shown.terms(), shown.paused(), shown.next(), shown.waiting());
        world.demand(find(id).equals(Optional.of(seen)), "ticks", "%s is shown as %s, not as %s", id, shown, find(id));
    }

    private boolean isRight(SetSchedule set, ScheduleDecision decision) {
        Optional<Seen> before = find(set.schedule());
        return switch (decision) {
            case ScheduleDecision.Defined first -> {
                schedules.put(set.schedule(), new Seen(1, set.terms(), false, world.now(), Optional.empty()));
                yield before.isEmpty() && first.revision() == 1;
            }
            case ScheduleDecision.Revised next -> {
                Seen known = before.orElseThrow();
                boolean same = known.terms().recurrence().equals(set.terms().recurrence());
                Moment from = same ? known.next() : world.now().orLater(behindNewest(set.schedule()));
                schedules.put(
                        set.schedule(), new Seen(next.revision(), set.terms(), known.paused(), from, known.waiting()));
                yield set.replaces().equals(Optional.of(known.revision())) && next.revision() == known.revision() + 1;
            }
            case ScheduleDecision.Repeated same ->
                before.filter(known -> known.terms().equals(set.terms())).isPresent();
            case ScheduleDecision.TermsConflict conflict ->
                before.filter(known -> !set.replaces().equals(Optional.of(known.revision())))
                        .isPresent();
            case ScheduleDecision.ScheduleUnknown none ->
                before.isEmpty() && set.replaces().isPresent();
            case ScheduleDecision other -> false;
        };
    }

    /** The clock may have gone back since its newest tick. */
    private Moment behindNewest(ScheduleId schedule) {
        return Optional.ofNullable(newest.get(schedule))
                .map(tick -> new Moment(tick.micros() + 1))
                .orElse(world.now());
    }

    private boolean isRight(PauseSchedule pause, ScheduleDecision decision) {
        if (find(pause.schedule()).isEmpty()) {
            return decision instanceof ScheduleDecision.ScheduleUnknown;
        }
        Seen known = find(pause.schedule()).orElseThrow();
        boolean changes = decision instanceof ScheduleDecision.Paused || decision instanceof ScheduleDecision.Resumed;
        if (changes) {
            Moment from = pause.paused() ? known.next() : known.next().orLater(world.now());
            schedules.put(
                    pause.schedule(), new Seen(known.revision(), known.terms(), pause.paused(), from, known.waiting()));
        }
        return changes == (known.paused() != pause.paused())
                && (changes
                        ? pause.paused() == decision instanceof ScheduleDecision.Paused
                        : decision instanceof ScheduleDecision.Repeated);
    }

    private boolean isRight(Tick tick, TickDecision decision, Map<WorkId, Unit> before, List<Unit> fresh) {
        Seen known = find(tick.schedule()).orElseThrow();
        boolean here = known.revision() == tick.revision() && known.next().equals(tick.expected());
        if (!(decision instanceof TickDecision.Ticked ticked)) {
            return fresh.isEmpty()
                    && switch (decision) {
                        case TickDecision.SchedulePaused paused -> known.paused();
                        case TickDecision.Moved moved -> !here;
                        case TickDecision.NotDue early -> early.tick().isAfter(world.now());
                        case TickDecision other -> false;
                    };
        }
        boolean open = Optional.ofNullable(last.get(tick.schedule()))
                .map(before::get)
                .filter(unit -> !unit.status().isEnd())
                .isPresent();
        PlainPass plain = new PlainPass(known.terms(), known.waiting(), tick.due(), world.now(), open);
        boolean right = here && !known.paused() && areOf(plain.submitted(), tick.schedule(), fresh);
        schedules.put(tick.schedule(), known.at(tick.following(), plain.waiting()));
        if (!ticked.submitted().isEmpty()) {
            last.put(tick.schedule(), ticked.submitted().getLast());
            plain.submitted().stream()
                    .reduce((a, b) -> b)
                    .ifPresent(submittedLast -> newest.put(tick.schedule(), submittedLast));
        }
        plain.tell(world.statistics);
        return right
                && ticked.submitted().size() == plain.submitted().size()
                && ticked.leftOut() == plain.leftOut()
                && ticked.waiting().equals(plain.waiting());
    }

    /** Whether the new units are those of the wanted ticks, none of which was submitted before or is early. */
    private boolean areOf(List<Moment> wanted, ScheduleId schedule, List<Unit> fresh) {
        Set<String> missing = new HashSet<>();
        for (Moment tick : wanted) {
            world.demand(!tick.isAfter(world.witness.latest()), "ticks", "%s is early: %s", schedule, tick);
            if (!submitted.contains(new OneTick(schedule, tick.toString()))) {
                missing.add(tick.toString());
            }
        }
        for (Unit unit : fresh) {
            Map<String, String> labels = unit.submission().labels();
            String tick = labels.getOrDefault(ScheduleTerms.TICK_LABEL, "none");
            world.demand(
                    labels.getOrDefault(ScheduleTerms.SCHEDULE_LABEL, "none").equals(schedule.value())
                            && submitted.add(new OneTick(schedule, tick)),
                    "ticks",
                    "%s submits tick %s a second time",
                    schedule,
                    tick);
            missing.remove(tick);
        }
        return missing.isEmpty();
    }
}
