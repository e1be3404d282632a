// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Decision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives the same random commands at the same moments to several ledgers. After each command all have to have decided the
 * same, and every now and then, and at the end, they have to answer every question the same.
 *
 * <p>When two differ, the history is cut down to a few commands, written as a scenario file, and an
 * {@link AssertionError} names the seed and the file. Thread-safe, as far as the candidates are.
 *
 * @param candidates at least two; the first one is the measure
 * @param folder where scenario files are written; made when it is needed
 */
public record Equivalence(List<Candidate> candidates, Path folder) {
    /** Steps between two comparisons of everything, at least; asking costs far more than deciding. */
    private static final int COMPARED_EVERY = 25;
    /** And at least this part of all steps so far, because the more there is, the longer it takes to ask. */
    private static final int PART = 8;
    /** Shorter histories are compared after every step, so that they can be cut down to the step that did it. */
    private static final int SHORT = 40;
    /** A history of some hundred steps is cut down within half of these. */
    private static final int MOST_REPLAYS = 3_000;

    public Equivalence {
        candidates = List.copyOf(candidates);
        if (candidates.size() < 2) {
            throw new IllegalArgumentException("one ledger alone is equal to itself");
        }
    }

    /** Candidates whose scenario files go to the build's folder. */
    public static Equivalence of(Candidate... candidates) {
        return new Equivalence(List.of(candidates), Path.of("target", "equivalence"));
    }

    /**
     * Plays one history.
     *
     * @param commands how many commands at least
     * @return how many commands it had
     * @throws AssertionError when two ledgers differ
     */
    public int run(long seed, int commands) {
        RandomHistory history = new RandomHistory(seed);
        List<Step> steps = new ArrayList<>();
        Fences fences = new Fences();
        int given = 0;
        int compareAt = COMPARED_EVERY;
        Optional<Difference> found = Optional.empty();
        try (Play play = new Play(candidates)) {
            while (given < commands && found.isEmpty()) {
                Step step = history.next();
                steps.add(step);
                switch (step) {
                    case Step.Pass pass -> play.pass(pass);
                    case Step.Give give -> {
                        given += give.commands().size();
                        List<Decision> decisions = play.decide(give);
                        decisions.forEach(fences::learn);
                        history.learn(give, decisions);
                        found = play.follow(give, decisions);
                    }
                }
                if (found.isEmpty() && (steps.size() >= compareAt || given >= commands)) {
                    found = play.compare();
                    compareAt = steps.size() + Math.max(COMPARED_EVERY, steps.size() / PART);
                }
            }
            found = found.or(play::complaints);
        }
        if (found.isPresent()) {
            throw reported(seed, steps, fences, found.get());
        }
        return given;
    }

    private AssertionError reported(long seed, List<Step> steps, Fences fences, Difference found) {
        Replay replay = new Replay(List.of(found.measure(), found.candidate()), fences, SHORT);
        List<Step> shrunk =
                new Shrinker(fewer -> replay.difference(fewer).isPresent(), MOST_REPLAYS).shrink(List.copyOf(steps));
        Optional<Difference> again = replay.difference(shrunk);
        Difference shown = again.orElse(found);
        Path file = new Report(folder, seed, steps.size(), again.isPresent()).write(shown, replay.translated());
        return new AssertionError("seed " + seed + ": " + found.candidate().name() + " differs from "
                + found.measure().name() + " after " + Shrinker.size(steps) + " commands and pauses, and after "
                + Shrinker.size(shrunk) + " in " + file + "\n" + shown.describe());
    }
}
