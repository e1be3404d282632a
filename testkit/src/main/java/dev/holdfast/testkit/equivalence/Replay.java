// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plays parts of a recorded history on new ledgers. */
final class Replay {
    private final List<Candidate> candidates;
    private final Fences recorded;
    private final int longestCompared;
    private final List<Step> translated = new ArrayList<>();

    /** @param longestCompared histories up to this length are compared after every step, longer ones at their end */
    Replay(List<Candidate> candidates, Fences recorded, int longestCompared) {
        this.candidates = candidates;
        this.recorded = recorded;
        this.longestCompared = longestCompared;
    }

    /** The first difference that these steps lead to. */
    Optional<Difference> difference(List<Step> steps) {
        translated.clear();
        Fences fences = new Fences();
        boolean isShort = steps.size() <= longestCompared;
        try (Play play = new Play(candidates)) {
            for (int i = 0; i < steps.size(); i++) {
                Optional<Difference> found = Optional.empty();
                switch (steps.get(i)) {
                    case Step.Pass pass -> {
                        translated.add(pass);
                        play.pass(pass);
                    }
                    case Step.Give give -> {
                        Step.Give now = translate(give, fences);
                        translated.add(now);
                        List<Decision> decisions = play.decide(now);
                        decisions.forEach(fences::learn);
                        found = play.follow(now, decisions);
                    }
                }
                if (found.isEmpty() && (isShort || i == steps.size() - 1)) {
                    found = play.compare();
                }
                if (found.isPresent()) {
                    return found;
                }
            }
            return play.complaints();
        }
    }

    private Step.Give translate(Step.Give give, Fences fences) {
        return new Step.Give(give.commands().stream()
                .<Command<?>>map(command -> fences.translate(command, recorded))
                .toList());
    }

    /** The steps that were played last, up to the difference, with the fences that they had then. */
    List<Step> translated() {
        return List.copyOf(translated);
    }
}
