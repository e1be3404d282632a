// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.document.RecordingFile;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Submit;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --recording}, {@code replay} and {@code record}. */
class RecordingTest {
    @TempDir
    Path folder;

    private Cli cli;
    private Path file;

    @BeforeEach
    void aRunThatWasRecorded() {
        cli = new Cli(folder);
        file = folder.resolve("flight.recording");
        Cli.Result result = cli.run("one\ntwo\n", "run", "-j", "1", "--recording", file.toString(), "--", "true");
        assertThat(result.exit()).as(result.err()).isZero();
    }

    /** The unit of the line "one". */
    private String unit() throws IOException {
        return RecordingFile.read(file).recorded().stream()
                .filter(each -> each.command() instanceof Submit)
                .map(each -> (Submit) each.command())
                .map(submit -> submit.submission()
                        .id()
                        .orElseGet(() -> WorkId.derived(
                                submit.pool(), submit.submission().key())))
                .map(WorkId::value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void replayShowsEachDecisionAboutAUnitAndItsGuard() throws IOException {
        Cli.Result result = cli.run("", "replay", unit(), "--recording", file.toString());
        assertThat(result.exit()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(result.out())
                .containsSubsequence("submit", "type=Admitted work=", "status=QUEUED", "none: accepted")
                .containsSubsequence("claim", "Granted", "none: accepted")
                .containsSubsequence("succeeded", "type=Accepted status=SUCCEEDED", "none: accepted");
    }

    @Test
    void replayOfAUnitThatWasNotRecordedIsNotFound() {
        Cli.Result result = cli.run("", "replay", "nobody", "--recording", file.toString());
        assertThat(result.exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(result.err()).contains("no command about 'nobody'");
    }

    @Test
    void recordMakesAScenarioOfIt() {
        Cli.Result result = cli.run("", "record", "--shows", "two lines are run", "--recording", file.toString());
        assertThat(result.exit()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(result.out())
                .startsWith("# two lines are run\n")
                .contains("> claim run/", "Accepted")
                .doesNotContain("cannot say");
        assertThat(result.err()).containsPattern("(\\d+) of \\1 decisions as recorded");
    }

    @Test
    void aRecordingThatCannotBeWrittenIsToldAtTheEnd() {
        Path nowhere = folder.resolve("no-folder").resolve("file");
        Cli.Result result = cli.run("four\n", "run", "--name", "four", "--recording", nowhere.toString(), "--", "true");
        assertThat(result.err()).contains("cannot be written");
        assertThat(result.exit()).isEqualTo(255);
    }

    @Test
    void whatIsNoRecordingIsWrongUsage() {
        Cli.Result result = cli.run(
                "", "replay", "u", "--recording", folder.resolve("holdfast.db").toString());
        assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    }
}
