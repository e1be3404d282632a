// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.transitions;

import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Unit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every step that a unit can take from one status to another, found by trying: from each situation that can be reached
 * every command is sent to a real ledger. Two situations are the same when nothing that decides about the future differs
 * ({@link OneUnit#situation}), so the search comes to an end. It follows the first life and sees how a second one begins;
 * that later lives go the same ways is the simulator's to show.
 */
final class Diagram {
    private static final int BUDGET = 2;
    private static final int LIVES = 1;

    /** Ends what waits; what does not wait is not followed any further. */
    private static final Move TOO_LATE = new Move.Sweep(OneUnit.A_DAY);

    /** What is submitted. */
    private record Start(Submission submission, Optional<Hold> hold) {}

    /** @param from empty where the unit has not been there before */
    record Step(Optional<Status> from, Status to) implements Comparable<Step> {
        private static final Comparator<Step> ORDER = Comparator.<Step>comparingInt(
                        step -> step.from().map(Status::ordinal).orElse(-1))
                .thenComparing(Step::to);

        @Override
        public int compareTo(Step other) {
            return ORDER.compare(this, other);
        }
    }

    /** How often each step was taken is of no interest, only by which verb, and by which of its choices. */
    private final SortedMap<Step, SortedMap<String, SortedSet<String>>> steps = new TreeMap<>();

    static Diagram explored() {
        Diagram diagram = new Diagram();
        diagram.explore(new Start(OneUnit.oversized(), Optional.empty()));
        Promise.all().forEach(promise -> diagram.explore(new Start(promise.submission(), Optional.empty())));
        for (Hold.Then then : Hold.Then.values()) {
            Hold hold = new Hold(OneUnit.HOLD_FOR, then);
            diagram.explore(new Start(Promise.all().getFirst().submission(), Optional.of(hold)));
        }
        return diagram;
    }

    private void explore(Start start) {
        Set<Object> seen = new HashSet<>();
        Deque<List<Move>> open = new ArrayDeque<>();
        try (OneUnit one = play(start, List.of())) {
            steps.computeIfAbsent(new Step(Optional.empty(), one.unit().status()), step -> new TreeMap<>())
                    .computeIfAbsent(start.hold().isPresent() ? "submit held" : "submit", verb -> new TreeSet<>());
        }
        open.add(List.of());
        while (!open.isEmpty()) {
            List<Move> path = open.remove();
            for (Move move : moves(start, path)) {
                try (OneUnit one = play(start, path)) {
                    Unit before = one.unit();
                    one.make(move);
                    Unit after = one.unit();
                    note(before.status(), after.status(), move);
                    if (after.life() <= LIVES
                            && (after.status().isEnd() || !move.equals(TOO_LATE))
                            && seen.add(one.situation())) {
                        List<Move> longer = new ArrayList<>(path);
                        longer.add(move);
                        open.add(longer);
                    }
                }
            }
        }
    }

    private static List<Move> moves(Start start, List<Move> path) {
        try (OneUnit one = play(start, path)) {
            return one.moves();
        }
    }

    private static OneUnit play(Start start, List<Move> path) {
        OneUnit one = new OneUnit(start.submission(), start.hold(), BUDGET);
        path.forEach(one::make);
        return one;
    }

    private void note(Status from, Status to, Move move) {
        if (from != to) {
            SortedSet<String> choices = steps.computeIfAbsent(new Step(Optional.of(from), to), step -> new TreeMap<>())
                    .computeIfAbsent(move.verb(), verb -> new TreeSet<>());
            if (!move.choice().isEmpty()) {
                choices.add(move.choice());
            }
        }
    }

    Set<Step> steps() {
        return steps.keySet();
    }

    /** The verbs by which a step is taken, in order. */
    Set<String> verbs(Step step) {
        return steps.getOrDefault(step, new TreeMap<>()).keySet();
    }

    String mermaid() {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n");
        steps.forEach((step, verbs) -> text.append(
                "    %s --> %s: %s\n".formatted(step.from().map(Status::name).orElse("[*]"), step.to(), by(verbs))));
        for (Status status : Status.values()) {
            if (status.isEnd()) {
                text.append("    %s --> [*]\n".formatted(status));
            }
        }
        return text.toString();
    }

    private static String by(SortedMap<String, SortedSet<String>> verbs) {
        List<String> all = new ArrayList<>();
        verbs.forEach((verb, choices) -> all.add((verb + " " + String.join(" or ", choices)).strip()));
        return String.join(", ", all);
    }
}
