// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.ledger.Ledger;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Writes a history of commands as a scenario file, with the answers that a ledger gives. Commands that the language of
 * scenarios cannot say become a comment.
 *
 * <p>Not thread-safe.
 */
public final class ScenarioWriter {
    private final StringBuilder text;
    private final CommandLines lines;

    /**
     * @param shows what the file shows, for its first line
     * @param secretNames the names of the secrets that commands use; see {@link #secret}
     */
    public ScenarioWriter(String shows, Collection<String> secretNames) {
        this.lines = new CommandLines(secretNames);
        this.text = new StringBuilder("# " + shows + "\n");
    }

    /** The claim secret that a scenario calls by this name. */
    public static ClaimSecret secret(String name) {
        return ScenarioCommands.secret(name);
    }

    /** A comment, one line for each line of it. */
    public void remark(String remark) {
        remark.lines()
                .forEach(line -> text.append(("# " + line).stripTrailing()).append('\n'));
    }

    /** Time goes on, or back when the duration is negative. */
    public void pass(Duration duration) {
        ask(
                duration.isNegative()
                        ? "back " + Durations.print(duration.negated())
                        : "advance " + Durations.print(duration));
    }

    public void give(Command<?> command) {
        lines.of(command).ifPresentOrElse(this::ask, () -> remark("the language of scenarios cannot say: " + command));
    }

    /** A line as it stands in a scenario, such as {@code show k1}. */
    public void ask(String line) {
        text.append("\n> ").append(line).append('\n');
    }

    /** The file, without answers. */
    public String text() {
        return text.toString();
    }

    /**
     * The file with the answers of this ledger, whose state it changes.
     *
     * @param clock the ledger's, at its start
     * @throws AssertionError when the ledger breaks an invariant on the way
     */
    public String answeredBy(Ledger ledger, ManualClock clock) {
        Scenario scenario = Scenario.parse("written", text());
        List<List<String>> answers = new ScenarioRun(ledger, clock, false).play(scenario);
        return scenario.withAnswers(answers);
    }
}
