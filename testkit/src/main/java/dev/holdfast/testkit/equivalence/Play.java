// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One history on new ledgers that share a clock. The first candidate is the measure: it gets commands one by one, the
 * others get batches as batches, which must make no difference.
 */
final class Play implements AutoCloseable {
    private final List<Candidate> candidates;
    private final List<Ledger> ledgers = new ArrayList<>();
    private final ManualClock clock = new ManualClock();

    Play(List<Candidate> candidates) {
        this.candidates = candidates;
        try {
            candidates.forEach(candidate -> ledgers.add(candidate.open().apply(clock)));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    void pass(Step.Pass step) {
        clock.set(clock.now().plus(step.duration()));
    }

    /** The measure's decisions; the other ledgers have to be given the same before anything else happens. */
    List<Decision> decide(Step.Give step) {
        return step.commands().stream()
                .<Decision>map(ledgers.getFirst()::submit)
                .toList();
    }

    /** Gives the step to the other ledgers. */
    Optional<Difference> follow(Step.Give step, List<Decision> decisions) {
        List<Object> expected = essences(decisions, ledgers.getFirst());
        for (int i = 1; i < ledgers.size(); i++) {
            List<Object> actual = given(step, ledgers.get(i));
            if (!actual.equals(expected)) {
                return Optional.of(difference(i, step, expected, actual));
            }
        }
        return Optional.empty();
    }

    private static List<Object> given(Step.Give step, Ledger ledger) {
        try {
            List<Command<?>> commands = step.commands();
            return commands.size() == 1
                    ? essences(List.of(ledger.submit(commands.getFirst())), ledger)
                    : essences(ledger.submitAll(commands), ledger);
        } catch (RuntimeException e) {
            return List.of("throws " + e);
        }
    }

    private static List<Object> essences(List<? extends Decision> decisions, Ledger ledger) {
        return decisions.stream().map(decision -> Essence.of(decision, ledger)).toList();
    }

    private Difference difference(int index, Step.Give step, List<Object> expected, List<Object> actual) {
        int at = 0;
        while (at < Math.min(expected.size(), actual.size()) && expected.get(at).equals(actual.get(at))) {
            at++;
        }
        String command =
                step.commands().get(Math.min(at, step.commands().size() - 1)).toString();
        return new Difference(
                candidates.getFirst(),
                candidates.get(index),
                at == 0 && step.commands().size() == 1 ? command : command + ", number " + (at + 1) + " of a batch",
                false,
                at < expected.size() ? expected.get(at).toString() : "nothing",
                at < actual.size() ? actual.get(at).toString() : "nothing");
    }

    /** Asks all ledgers everything. */
    Optional<Difference> compare() {
        Map<String, Object> expected = View.of(ledgers.getFirst());
        for (int i = 1; i < ledgers.size(); i++) {
            Map<String, Object> actual = view(ledgers.get(i));
            for (Map.Entry<String, Object> each : expected.entrySet()) {
                Object answer = actual.getOrDefault(each.getKey(), actual.getOrDefault("any line", "nothing"));
                if (!Objects.equals(answer, each.getValue())) {
                    return Optional.of(new Difference(
                            candidates.getFirst(),
                            candidates.get(i),
                            each.getKey(),
                            true,
                            each.getValue().toString(),
                            answer.toString()));
                }
            }
        }
        return Optional.empty();
    }

    private static Map<String, Object> view(Ledger ledger) {
        try {
            return View.of(ledger);
        } catch (RuntimeException e) {
            return Map.of("any line", "throws " + e);
        }
    }

    /** What the stores find wrong with themselves; closes them. */
    Optional<Difference> complaints() {
        close();
        for (Candidate candidate : candidates) {
            List<?> complaints = candidate.complaints().get();
            if (!complaints.isEmpty()) {
                return Optional.of(new Difference(
                        candidates.getFirst(), candidate, "find any", true, "sound", complaints.toString()));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        ledgers.forEach(Ledger::close);
        ledgers.clear();
    }
}
