// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.Explained;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Status;
import dev.holdfast.runtime.definition.Definition;
import dev.holdfast.runtime.definition.DefinitionConflict;
import dev.holdfast.runtime.definition.Definitions;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work that names its definition, from submission to handler. */
class DefinedWorkTest {
    private final ManualClock clock = new ManualClock();
    private final Holdfast holdfast = Holdfast.inMemory(clock);
    private final List<Optional<String>> contents = new ArrayList<>();

    @AfterEach
    void close() {
        holdfast.close();
    }

    private void start() {
        holdfast.handle("letter", String.class, (text, context) -> {
            contents.add(context.definition().map(Definition::content));
            return Outcome.done();
        });
        holdfast.start();
    }

    private static SubmitOptions on(DefinitionReference definition) {
        return SubmitOptions.none().definition(definition);
    }

    private Status statusOf(Submitted submitted) {
        return holdfast.ledger().ask(new Inspect(submitted.id())).orElseThrow().status();
    }

    @Test
    void aHandlerGetsTheContentThatTheWorkNames() {
        DefinitionReference first = holdfast.define("letter", "1", "{\"greeting\": \"Dear\"}");
        DefinitionReference second = holdfast.define("letter", "2", "{\"greeting\": \"Hello\"}");
        start();

        holdfast.submit("letter", "a", on(second));
        holdfast.submit("letter", "b", on(first));
        holdfast.submit("letter", "c");
        holdfast.runDue();

        assertThat(contents)
                .containsExactlyInAnyOrder(
                        Optional.of("{\"greeting\":\"Hello\"}"),
                        Optional.of("{\"greeting\":\"Dear\"}"),
                        Optional.empty());
    }

    /** Nobody has exactly that content: the work is neither run on another one, nor failed, nor forgotten. */
    @Test
    void workOfAnotherContentWaitsAndSaysWhy() {
        holdfast.define("letter", "1", "[1]");
        DefinitionReference changed = new Definitions().register("letter", "1", "[2]");
        DefinitionReference unknown = new Definitions().register("letter", "2", "[1]");
        start();

        Submitted mismatch = holdfast.submit("letter", "a", on(changed));
        Submitted missing = holdfast.submit("letter", "b", on(unknown));
        clock.advance(Duration.ofDays(30));

        assertThat(contents).isEmpty();
        assertThat(statusOf(mismatch)).isEqualTo(Status.QUEUED);
        assertThat(holdfast.ledger().ask(new Explain(mismatch.id())).map(Explained::reason))
                .contains(new Explanation.NoEligibleWorker("fingerprint", changed.toString()));
        assertThat(holdfast.ledger().ask(new Explain(missing.id())).map(Explained::reason))
                .contains(new Explanation.NoEligibleWorker("definition", unknown.toString()));
    }

    @Test
    void theSameKeyOnAnotherContentIsAConflict() {
        DefinitionReference first = holdfast.define("letter", "1", "[1]");
        DefinitionReference second = holdfast.define("letter", "2", "[2]");
        holdfast.submit("letter", "a", on(first).key("k"));

        assertThat(holdfast.submit("letter", "a", on(first).key("k")).repeated())
                .isTrue();
        assertThatThrownBy(() -> holdfast.submit("letter", "a", on(second).key("k")))
                .isInstanceOf(SubmissionRefused.class)
                .hasMessageContaining("definition");
    }

    @Test
    void whatIsDefinedIsSettledBeforeTheWorkerStarts() {
        holdfast.define("letter", "1", "[1]");
        assertThatThrownBy(() -> holdfast.define("letter", "1", "[2]")).isInstanceOf(DefinitionConflict.class);
        start();
        assertThatThrownBy(() -> holdfast.define("letter", "2", "[2]")).isInstanceOf(IllegalStateException.class);
    }
}
