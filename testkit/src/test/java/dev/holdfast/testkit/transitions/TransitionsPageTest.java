// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.transitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.work.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The page about states says what the rules do, and what they do is what was meant. */
class TransitionsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "transitions.md");
    private static final String REWRITE = "holdfast.docs.rewrite";
    private static final Diagram DIAGRAM = Diagram.explored();

    @Test
    void thePageSaysWhatTheRulesDo() throws IOException {
        String text = TransitionsPage.text(DIAGRAM);
        if (Boolean.getBoolean(REWRITE)) {
            Files.writeString(PAGE, text);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/transitions.md is not what the rules do; -D%s=true writes it anew, for review", REWRITE)
                .isEqualTo(text);
    }

    @Test
    void aUnitIsClaimedFromTheQueueOnly() {
        assertThat(DIAGRAM.steps())
                .filteredOn(step -> step.to() == Status.CLAIMED)
                .containsExactly(step(Status.QUEUED, Status.CLAIMED));
        assertThat(DIAGRAM.verbs(step(Status.QUEUED, Status.CLAIMED))).containsExactly("claim");
    }

    @Test
    void timeAloneNeverAnswersAQuestion() {
        assertThat(DIAGRAM.steps())
                .filteredOn(step -> step.from().equals(Optional.of(Status.UNCERTAIN)))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(DIAGRAM.verbs(step)).isSubsetOf("resolve", "settle"));
    }

    @Test
    void successIsForEver() {
        assertThat(DIAGRAM.steps())
                .noneMatch(step -> step.from().equals(Optional.of(Status.SUCCEEDED)))
                .anyMatch(step -> step.to() == Status.SUCCEEDED);
    }

    private static Diagram.Step step(Status from, Status to) {
        return new Diagram.Step(Optional.of(from), to);
    }
}
