// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScenarioWriterTest {
    /**
     * Every command of every published scenario is written so that it reads as the same command; but for requests without
     * a number, which the language counts, and digests, which do not tell what they are of.
     */
    @Test
    void writesAllThatScenariosSay() {
        Set<String> verbs = new HashSet<>();
        List<String> unsaid = new ArrayList<>();
        CommandLines lines = new CommandLines(List.of("nobody", "other", "u", "v", "w", "x"));
        for (Scenario scenario : ScenarioFiles.all()) {
            ScenarioCommands commands = new ScenarioCommands();
            for (Scenario.Step step : scenario.steps()) {
                Words words = new Words(step.command());
                String verb = words.next("verb");
                if (!Set.of(
                                "advance",
                                "back",
                                "show",
                                "explain",
                                "would-run",
                                "snapshot",
                                "workers",
                                "pools",
                                "find",
                                "audit",
                                "events",
                                "history",
                                "domains",
                                "show-domain",
                                "schedules",
                                "show-schedule",
                                "due-schedules")
                        .contains(verb)) {
                    try {
                        commands.parse(verb, words).forEach(command -> {
                            boolean counted = Set.of("claim", "here").contains(verb)
                                    && !step.command().contains("req=");
                            boolean digested = step.command().contains("digest=k");
                            if (!counted && !digested && lines.of(command).isEmpty()) {
                                unsaid.add(scenario.name() + ": " + step.command());
                            }
                        });
                        verbs.add(verb);
                    } catch (IllegalArgumentException e) {
                        // A line that shows what cannot be said.
                    }
                }
            }
        }
        assertThat(verbs).hasSize(31);
        assertThat(unsaid).isEmpty();
    }

    @Test
    void whatTheLanguageCannotSayIsAComment() {
        ScenarioWriter writer = new ScenarioWriter("Something.", List.of("me"));
        Submission unit = Submission.of("mail", new IdempotencyKey("k1"))
                .payload(Payload.of(new byte[] {0}, "application/zip"))
                .build();
        writer.give(new Submit(new PoolId("p"), unit));
        writer.give(new Begin(new WorkId("k1"), Fence.of(1, 1), new ClaimSecret(1, 2)));
        writer.give(new Begin(new WorkId("k1"), Fence.of(1, 1), ScenarioWriter.secret("me")));
        assertThat(writer.text().lines())
                .filteredOn(line -> line.startsWith("#"))
                .hasSize(3);
        assertThat(writer.text().lines())
                .filteredOn(line -> line.startsWith(">"))
                .containsExactly("> begin k1 1.1 secret=me");
    }

    @Test
    void whatIsWrittenCanBePlayed() {
        ScenarioWriter writer = new ScenarioWriter("A pool.", List.of());
        writer.pass(Duration.ofMillis(1_500));
        writer.pass(Duration.ofSeconds(-1));
        writer.ask("pools");
        ManualClock clock = new ManualClock();
        try (Ledger ledger = MemoryLedger.create(clock)) {
            assertThat(writer.answeredBy(ledger, clock)).isEqualTo("""
                # A pool.

                > advance 1s500ms

                > back 1s

                > pools
                none
                """);
        }
        assertThat(clock.now()).isEqualTo(ManualClock.START.plus(Duration.ofMillis(500)));
    }
}
