// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Decision;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plays a scenario about attempts, each line on the next of several ledgers over one store, so that nothing may depend on what a
 * controller remembers. After each line all invariants are checked; with {@code twice} every command is sent a second time, which
 * must change nothing.
 */
final class AttemptScenarioRun {
    private final List<? extends Ledger> ledgers;
    private final ManualClock clock;
    private final boolean twice;
    private final AttemptCommands commands = new AttemptCommands();
    private final AttemptWitness witness = new AttemptWitness();
    private int line;

    AttemptScenarioRun(List<? extends Ledger> ledgers, ManualClock clock, boolean twice) {
        this.ledgers = ledgers;
        this.clock = clock;
        this.twice = twice;
    }

    List<List<String>> play(Scenario scenario) {
        List<List<String>> answers = new ArrayList<>();
        for (Scenario.Step step : scenario.steps()) {
            try {
                answers.add(answer(new Words(step.command())));
            } catch (ScenarioError e) {
                throw e.at(scenario.name(), step.line());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(scenario.name() + ":" + step.line() + ": " + e.getMessage(), e);
            }
        }
        return answers;
    }

    private List<String> answer(Words words) {
        String verb = words.next("verb");
        Ledger ledger = ledgers.get(line++ % ledgers.size());
        try {
            List<String> lines = answer(verb, words, ledger);
            words.checkAllRead();
            return lines;
        } catch (IllegalArgumentException e) {
            return List.of("Illegal: " + e.getMessage());
        }
    }

    private List<String> answer(String verb, Words words, Ledger ledger) {
        return switch (verb) {
            case "advance" -> {
                clock.advance(Durations.parse(words.next("duration")));
                yield List.of();
            }
            case "show" -> {
                Optional<ShowAttempt.Shown> shown = ledger.ask(new ShowAttempt(new AttemptId(words.next("attempt"))));
                yield shown.map(each -> AttemptPrinter.lines(each.attempt(), each.active()))
                        .orElse(List.of("none"));
            }
            case "list" -> ids(ledger.ask(new ListAttempts(new ExecutionOwnerId(words.next("owner")))));
            case "open" -> {
                OpenAttempts.Found found =
                        ledger.ask(new OpenAttempts(Optional.empty(), words.takeInt("limit", OpenAttempts.MAX)));
                yield ids(found.attempts());
            }
            case "due" -> ids(ledger.ask(new DueAttempts(OpenAttempts.MAX)));
            default -> {
                AttemptCommand<?> command = commands.parse(verb, words);
                words.checkAllRead();
                yield decide(command, ledger);
            }
        };
    }

    private static List<String> ids(List<Attempt> attempts) {
        return attempts.isEmpty()
                ? List.of("none")
                : attempts.stream().map(each -> each.id().value()).toList();
    }

    private List<String> decide(AttemptCommand<?> command, Ledger ledger) {
        Decision decision = ledger.submit(command);
        commands.learn(command, decision);
        witness.look(ledger, command);
        if (twice) {
            List<Attempt> before = witness.attempts();
            Decision second = ledger.submit(command);
            witness.look(ledger, command);
            if (!witness.attempts().equals(before)) {
                throw new AssertionError(
                        "sent twice, changed twice: " + command + " answered " + decision + ", then " + second);
            }
        }
        return AttemptPrinter.lines(decision);
    }
}
