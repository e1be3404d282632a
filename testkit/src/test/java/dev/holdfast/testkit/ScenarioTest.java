// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scenario language itself: what it reads, what it says about mistakes, how it shows a difference. */
class ScenarioTest {
    private static final String FILE = """
        # A pool and a unit.
        > pool p
        Defined revision=1

        # And then:
        > submit p k1
        Admitted work=k1 status=QUEUED
        """;

    @Test
    void rightAnswersDifferInNothing() {
        Scenario scenario = Scenario.parse("topic/name.txt", FILE);
        List<List<String>> answers = play(scenario);
        assertThat(scenario.differences(answers)).isEmpty();
        assertThat(scenario.withAnswers(answers)).isEqualTo(FILE);
    }

    @Test
    void aDifferenceNamesTheLineAndShowsBothAnswers() {
        Scenario scenario = Scenario.parse("topic/name.txt", FILE.replace("QUEUED", "CLAIMED"));
        assertThat(scenario.differences(play(scenario))).isEqualTo("""
            topic/name.txt:6
              > submit p k1
              -Admitted work=k1 status=CLAIMED
              +Admitted work=k1 status=QUEUED
            """);
    }

    @Test
    void oneLineLessIsADifferenceToo() {
        Scenario scenario = Scenario.parse("topic/name.txt", FILE + "Admitted work=k1 status=QUEUED\n");
        assertThat(scenario.differences(play(scenario))).startsWith("topic/name.txt:6\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        fly p                     | no such verb: 'fly'
        submit                    | here is missing: pool
        submit p k1 colour=red    | not understood
        submit p k1 band=high     | not a number: 'high'
        submit p k1 band=1 band=2 | said twice: band
        submit p k1 delay=soon    | a duration is written like 1m30s
        submit p k1 recovery=guess | a recovery is ask or again
        pool p retry=often        | a retry is written like
        pool p oversized=MAYBE    | no Oversized: 'MAYBE'
        settle k1 1.1 vanished    | no such answer: 'vanished'
        heartbeat w holds=k1      | a claim is written work@fence
        find p SLEEPING           | no Status: 'SLEEPING'
        """)
    void mistakesNameFileAndLine(String command, String message) {
        Scenario scenario = Scenario.parse("topic/name.txt", "# Wrong.\n\n> " + command + "\n");
        assertThatThrownBy(() -> play(scenario))
                .isInstanceOf(ScenarioError.class)
                .hasMessageStartingWith("topic/name.txt:3: ")
                .hasMessageContaining(message);
    }

    @Test
    void aFileSaysWhatItShows() {
        assertThatThrownBy(() -> Scenario.parse("topic/name.txt", "> pool p\n"))
                .hasMessageContaining("topic/name.txt:1: the first line must be a comment");
        assertThatThrownBy(() -> Scenario.parse("topic/name.txt", "# One.\nDefined\n"))
                .hasMessageContaining("topic/name.txt:2: an answer without a command");
    }

    @Test
    void theSuiteIsPublishedWithItsScenarios() {
        assertThat(ScenarioFiles.all())
                .hasSizeGreaterThan(100)
                .allSatisfy(scenario -> assertThat(scenario.steps()).isNotEmpty());
    }

    private static List<List<String>> play(Scenario scenario) {
        ManualClock clock = new ManualClock();
        try (Ledger ledger = MemoryLedger.create(clock)) {
            return new ScenarioRun(ledger, clock, false).play(scenario);
        }
    }
}
