// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a history that fails shorter, and still failing: leaves out half of it, quarters, and so on down to single steps,
 * as long as that helps; then single commands of batches. What is left is not the shortest, but nothing in it can go.
 */
final class Shrinker {
    private final Predicate<List<Step>> fails;
    private int left;

    /** @param most how many histories to try at most */
    Shrinker(Predicate<List<Step>> fails, int most) {
        this.fails = fails;
        this.left = most;
    }

    List<Step> shrink(List<Step> failing) {
        List<Step> steps = failing;
        boolean shorter = true;
        while (shorter) {
            List<Step> next = withoutCommands(withoutSteps(steps));
            shorter = size(next) < size(steps);
            steps = next;
        }
        return steps;
    }

    static int size(List<Step> steps) {
        return steps.stream()
                .mapToInt(
                        step -> step instanceof Step.Give give ? give.commands().size() : 1)
                .sum();
    }

    private List<Step> withoutSteps(List<Step> failing) {
        List<Step> steps = failing;
        int piece = Math.max(1, steps.size() / 2);
        while (true) {
            int before = steps.size();
            int from = 0;
            while (from < steps.size()) {
                List<Step> fewer = new ArrayList<>(steps);
                fewer.subList(from, Math.min(from + piece, steps.size())).clear();
                if (stillFails(fewer)) {
                    steps = fewer;
                } else {
                    from += piece;
                }
            }
            if (piece == 1 && steps.size() == before) {
                return steps;
            }
            piece = Math.max(1, piece / 2);
        }
    }

    private List<Step> withoutCommands(List<Step> failing) {
        List<Step> steps = new ArrayList<>(failing);
        for (int i = 0; i < steps.size(); i++) {
            int at = 0;
            while (steps.get(i) instanceof Step.Give give
                    && give.commands().size() > 1
                    && at < give.commands().size()) {
                List<Command<?>> fewer = new ArrayList<>(give.commands());
                fewer.remove(at);
                steps.set(i, new Step.Give(fewer));
                if (!stillFails(steps)) {
                    steps.set(i, give);
                    at++;
                }
            }
        }
        return steps;
    }

    private boolean stillFails(List<Step> steps) {
        return left > 0 && left-- > 0 && fails.test(List.copyOf(steps));
    }
}
