// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.schedule;

import dev.holdfast.core.Moment;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.Tick;
import dev.holdfast.core.work.TickDecision;
import dev.holdfast.core.work.TickRefusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Passes over the schedules of a ledger: asks which are due, works out their ticks, and has the ledger decide. Any number of
 * processes may do this at the same time; each tick is submitted once. Not thread-safe.
 */
public final class SchedulePass {
    /** How often a pass is made where nothing is due sooner: schedules may have been set meanwhile. */
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    /** As long as a tick waits for a unit to end. */
    private static final Duration WHILE_WAITING = Duration.ofSeconds(1);

    /** Rounds over one schedule; what it has not made up for by then is due at the next pass. */
    private static final int MOST_ROUNDS = 20;

    private final Ledger ledger;
    private final BiConsumer<ScheduleId, String> trouble;

    /** @param trouble is told of schedules that cannot be passed over, and why, at every pass */
    public SchedulePass(Ledger ledger, BiConsumer<ScheduleId, String> trouble) {
        this.ledger = ledger;
        this.trouble = trouble;
    }

    /**
     * Makes a pass.
     *
     * @return when to make the next one, at most {@link #INTERVAL}
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when a part of it was not made
     * @throws dev.holdfast.core.ledger.OutcomeUnknown when a part of it may not have been made; the next pass finds out
     */
    public Duration run() {
        Duration pause = INTERVAL;
        Optional<ScheduleId> after = Optional.empty();
        while (true) {
            DueSchedules.Found found = ledger.ask(new DueSchedules(after));
            for (Schedule schedule : found.due()) {
                passOver(schedule, found.now());
                if (schedule.waiting().isPresent()) {
                    pause = shorter(pause, WHILE_WAITING);
                }
            }
            found.unreadable().forEach(each -> trouble.accept(each.schedule(), "it cannot be read: " + each.why()));
            if (found.more().isEmpty()) {
                return found.due().isEmpty() ? shorter(pause, untilNext(found)) : afterPass(pause);
            }
            after = found.more();
        }
    }

    /** What was passed over has other next moments now. */
    private Duration afterPass(Duration pause) {
        DueSchedules.Found found = ledger.ask(new DueSchedules(Optional.empty()));
        boolean waits =
                found.due().stream().anyMatch(schedule -> schedule.waiting().isPresent());
        return shorter(waits ? shorter(pause, WHILE_WAITING) : pause, untilNext(found));
    }

    private static Duration untilNext(DueSchedules.Found found) {
        return found.next().map(next -> next.since(found.now())).orElse(INTERVAL);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private void passOver(Schedule schedule, Moment now) {
        Ticks ticks;
        try {
            ticks = Ticks.of(schedule.terms().recurrence());
        } catch (IllegalArgumentException e) {
            trouble.accept(schedule.id(), String.valueOf(e.getMessage()));
            return;
        }
        Moment next = schedule.next();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Tick tick = tick(schedule, next, ticks, now);
            Optional<Moment> advanced = submit(tick);
            if (advanced.isEmpty() || advanced.get().isAfter(now)) {
                return;
            }
            next = advanced.get();
        }
    }

    /** Ticks that are too old for the misfire policy are not even looked for. */
    private static Tick tick(Schedule schedule, Moment next, Ticks ticks, Moment now) {
        if (next.isAfter(now)) { // a tick waits
            return new Tick(schedule.id(), schedule.revision(), next, List.of(), next);
        }
        Misfire misfire = schedule.terms().misfire();
        Moment first = next.orLater(misfire.oldest(now));
        List<Moment> due = ticks.between(first, now, Tick.MOST);
        if (due.size() == Tick.MOST && misfire.policy() == Misfire.Policy.ONE) {
            due = ticks.newest(first, now).map(List::of).orElse(due);
        }
        Moment following = ticks.after(due.size() == Tick.MOST ? due.getLast() : now);
        return new Tick(schedule.id(), schedule.revision(), next, due, following);
    }

    /** The next moment that this pass has given the schedule. */
    private Optional<Moment> submit(Tick tick) {
        return switch (ledger.submit(tick)) {
            case TickDecision.Ticked done -> Optional.of(tick.following());
            case TickDecision.Moved elsewhere -> Optional.empty();
            case TickDecision.NotDue early -> Optional.empty();
            case TickDecision.SchedulePaused paused -> Optional.empty();
            case TickDecision.NoSchedule gone -> Optional.empty();
            case TickDecision.Refused refused -> refused(tick, refused.why());
        };
    }

    /** A queue that has room for some of many ticks takes these. */
    private Optional<Moment> refused(Tick tick, TickRefusal why) {
        if (why instanceof TickRefusal.TooManyQueued full) {
            long room = full.limit() - full.queued();
            if (room > 0 && room < tick.due().size()) {
                List<Moment> some = tick.due().subList(0, (int) room);
                Moment following = tick.due().get((int) room);
                return submit(new Tick(tick.schedule(), tick.revision(), tick.expected(), some, following));
            }
        }
        trouble.accept(tick.schedule(), "its pool does not take its work: " + why);
        return Optional.empty();
    }
}
