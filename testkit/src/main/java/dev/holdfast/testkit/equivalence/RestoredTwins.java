// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.RecordDecision;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Captures a ledger in the middle of a random history and restores it elsewhere. What is restored has to show the same, be
 * captured as the same, and decide the same for the rest of the history.
 */
public final class RestoredTwins implements AutoCloseable {
    private final ManualClock clock = new ManualClock();
    private final RandomHistory history;
    private final Ledger original;
    private final List<Captured> parts = new ArrayList<>();

    /** @param original plays the history so far; its clock is that of all twins */
    public RestoredTwins(long seed, int commands, Candidate original) {
        this.history = new RandomHistory(seed);
        this.original = original.open().apply(clock);
        play(commands, List.of());
        this.original.capture(parts::add);
    }

    public List<Captured> parts() {
        return List.copyOf(parts);
    }

    public Ledger original() {
        return original;
    }

    /**
     * Restores into new ledgers, which are closed afterwards, and goes on with the history in all of them.
     *
     * @param newEpoch gives the original the epoch that its twins have, before it goes on
     * @throws AssertionError when one is not as the original
     */
    public void goOn(int commands, Runnable newEpoch, List<Candidate> candidates) {
        List<Twin> twins = new ArrayList<>();
        try {
            candidates.forEach(candidate -> twins.add(restored(candidate)));
            twins.forEach(twin -> sameView(twin, "restored"));
            newEpoch.run();
            play(commands, twins);
            twins.forEach(twin -> sameView(twin, "after it went on"));
        } finally {
            twins.forEach(twin -> twin.ledger().close());
        }
        for (Candidate candidate : candidates) {
            List<?> complaints = candidate.complaints().get();
            same(candidate.name() + " is sound", List.of(), complaints);
        }
    }

    private record Twin(String name, Ledger ledger) {}

    private Twin restored(Candidate candidate) {
        Ledger ledger = candidate.open().apply(clock);
        ledger.restore(parts.iterator(), true);
        List<Captured> again = new ArrayList<>();
        ledger.capture(again::add);
        same(
                candidate.name() + " captured again",
                parts.subList(1, parts.size()),
                again.subList(Math.min(1, again.size()), again.size()));
        return new Twin(candidate.name(), ledger);
    }

    private void sameView(Twin twin, String when) {
        Map<String, Object> actual = View.of(twin.ledger());
        View.of(original)
                .forEach((line, expected) ->
                        same(twin.name() + ", " + when + ": " + line, expected, actual.getOrDefault(line, "nothing")));
    }

    private void play(int commands, List<Twin> twins) {
        int given = 0;
        while (given < commands) {
            switch (history.next()) {
                case Step.Pass pass -> clock.set(clock.now().plus(pass.duration()));
                case Step.Give give -> {
                    given += give.commands().size();
                    history.learn(give, give(give.commands(), twins));
                }
            }
        }
    }

    private List<Decision> give(List<Command<?>> commands, List<Twin> twins) {
        List<Decision> decisions = new ArrayList<>();
        for (Command<?> command : commands) {
            if (command instanceof RecordEvents) {
                decisions.add(new RecordDecision.Repeated()); // a feed stays with its store, so that twins have none
                continue;
            }
            Decision decision = original.submit(command);
            decisions.add(decision);
            for (Twin twin : twins) {
                Decision other = twin.ledger().submit(command);
                same(
                        twin.name() + " after " + command,
                        Essence.of(decision, original),
                        Essence.of(other, twin.ledger()));
            }
        }
        return decisions;
    }

    private static void same(String what, Object expected, Object actual) {
        if (expected instanceof List<?> all && actual instanceof List<?> others && all.size() == others.size()) {
            for (int i = 0; i < all.size(); i++) {
                if (!all.get(i).equals(others.get(i))) {
                    throw new AssertionError(what + ":\n  " + all.get(i) + "\n  " + others.get(i));
                }
            }
        }
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(what + ":\n  " + expected + "\n  " + actual);
        }
    }

    @Override
    public void close() {
        original.close();
    }
}
