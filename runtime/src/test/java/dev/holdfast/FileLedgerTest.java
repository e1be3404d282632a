// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.work.Status;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Work in a file: what one opening of it leaves, the next one finds. */
@Timeout(60)
class FileLedgerTest {
    private static final Duration LONG = Duration.ofSeconds(50);

    @TempDir
    private Path folder;

    @Test
    void workOutlivesTheProgramThatSubmittedIt() throws Exception {
        String file = folder.resolve("work.db").toString();
        SubmitOptions once = SubmitOptions.none().key("greeting-1");
        Submitted before;
        try (Holdfast holdfast = Holdfast.open(file)) {
            before = holdfast.submit("greet", "world", once);
            assertThat(before.repeated()).isFalse();
        }
        try (Holdfast holdfast = Holdfast.open(file)) {
            holdfast.handle("greet", String.class, (name, context) -> Outcome.done("Hello, " + name));
            holdfast.start();
            Submitted again = holdfast.submit("greet", "world", once);

            assertThat(again.repeated()).isTrue();
            assertThat(again.id()).isEqualTo(before.id());
            assertThat(again.await(LONG)).isPresent();
            assertThat(again.result(String.class)).isEqualTo("Hello, world");
        }
    }

    @Test
    void oneProgramSubmitsAndAnotherRuns() throws Exception {
        Path file = folder.resolve("work.db");
        try (Holdfast submitter = Holdfast.open(file);
                Holdfast runner = Holdfast.open(file)) {
            runner.handle("double", Integer.class, (number, context) -> Outcome.done(number * 2));
            Worker worker = runner.start();
            for (int i = 0; i < 20; i++) {
                Submitted submitted = submitter.submit("double", i);
                assertThat(submitted.await(LONG).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
                assertThat(submitted.result(Integer.class)).isEqualTo(2 * i);
            }
            worker.stop();
            assertThat(worker.state()).isEqualTo(Worker.State.STOPPED);
        }
    }
}
