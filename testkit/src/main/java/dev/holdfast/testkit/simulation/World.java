// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Virtual time and what happens in it. Time moves from event to event; events of one moment happen in the order in which
 * they were scheduled. The ledger's clock is another one: it may jump against the time in which workers live.
 */
final class World implements LedgerClock {
    private static final long EPOCH = Duration.ofDays(20_000).toMillis() * 1_000;

    private record Event(long at, long sequence, Runnable action) {}

    final Dice dice;
    final Statistics statistics = new Statistics();
    final Timeline timeline;
    final Setting setting;
    final Network network;
    final Ledger ledger;
    final Witness witness;
    final FencedStore store;

    private final String again;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::sequence));
    private long scheduled;
    private long time;
    private long skew;
    private boolean healing;

    World(long seed, Options options) {
        this(
                new Dice(seed),
                new Setting(new Dice(seed).split("setting")),
                options,
                "seed %d: holdfast simulate --seed %d".formatted(seed, seed));
    }

    /** @param again how to see the same once more, for the message of what is broken */
    World(Dice dice, Setting setting, Options options, String again) {
        this.dice = dice;
        this.again = again;
        this.timeline = new Timeline(options.listener());
        this.setting = setting;
        this.network = new Network(this, dice.split("faults"));
        this.ledger = options.ledger().apply(this);
        this.store = new FencedStore(this);
        this.witness = new Witness(this);
    }

    @Override
    public Moment now() {
        return new Moment(EPOCH + time + skew);
    }

    /** Microseconds since the beginning of the history. */
    long time() {
        return time;
    }

    void jumpClock(long micros) {
        skew += micros;
        note("clock", "jumps by %d ms".formatted(micros / 1_000));
    }

    long skew() {
        return skew;
    }

    boolean isHealing() {
        return healing;
    }

    void heal() {
        healing = true;
        note("world", "faults are over");
    }

    void schedule(long at, Runnable action) {
        events.add(new Event(at, scheduled++, action));
    }

    void runUntil(long end, BooleanSupplier enough) {
        while (!events.isEmpty() && events.peek().at() <= end && !enough.getAsBoolean()) {
            Event event = events.remove();
            time = event.at();
            event.action().run();
        }
    }

    /** The step that everything is about: the ledger decides, then the witness looks at it. */
    <R extends Decision> R decide(String who, Command<R> command) {
        R decision;
        try {
            decision = ledger.submit(command);
        } catch (RuntimeException e) {
            note(who, () -> Timeline.text(command) + " -> " + e);
            InvariantBroken broken = broken("no exception", e + " from " + Timeline.text(command));
            broken.initCause(e);
            throw broken;
        }
        note(who, () -> Timeline.text(command) + " -> " + Timeline.text(decision));
        statistics.count("steps");
        statistics.answered(command, decision);
        witness.observe(command, decision);
        return decision;
    }

    void note(String who, String what) {
        note(who, () -> what);
    }

    private void note(String who, Supplier<String> what) {
        timeline.note(time, who, what);
    }

    void demand(boolean holds, String invariant, String what, Object... parts) {
        if (!holds) {
            throw broken(invariant, what.formatted(parts));
        }
    }

    InvariantBroken broken(String invariant, String what) {
        return new InvariantBroken(invariant, what, again, timeline.toString());
    }
}
