// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job, as a user runs it. */
class RunTest {
    @TempDir
    Path folder;

    private Cli cli;
    private ResultFiles results;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
        results = new ResultFiles(folder.resolve("out"));
    }

    @Test
    void runsTheCommandForEachLineAndKeepsWhatItSaid() throws IOException {
        Cli.Result run = cli.run("a\nb\nc\n", "run", "-j", "2", "--results", "out", "--", "printf", "<%s>", "{}");

        assertThat(run.exit()).isZero();
        assertThat(run.err()).contains("ledger ./holdfast.db").contains("3 done");
        assertThat(results.outputs()).isEqualTo(Map.of("a", List.of("<a>"), "b", List.of("<b>"), "c", List.of("<c>")));
        assertThat(results.status(1)).contains("end=exited\nexit=0\n");
    }

    @Test
    void printsOutputWithoutMixingItWhenThereIsNoResultsFolder() {
        Cli.Result run = cli.run("1\n2\n3\n", "run", "-j", "3", "--", "sh", "-c", "echo begin $0; echo end $0", "{}");

        assertThat(run.exit()).isZero();
        assertThat(run.out())
                .contains("begin 1\nend 1\n")
                .contains("begin 2\nend 2\n")
                .contains("begin 3\nend 3\n");
        assertThat(folder.resolve("holdfast.db.spool")).doesNotExist();
    }

    @Test
    void doesNothingTwice() throws IOException {
        String[] command = {"run", "--", "sh", "-c", "echo x >> ran", "{}"};
        assertThat(cli.run("a\nb\n", command).exit()).isZero();

        Cli.Result second = cli.run("b\na\n", command);

        assertThat(second.exit()).isZero();
        assertThat(second.err()).contains("2 done before, 0 new; --again runs them anew");
        assertThat(Files.readAllLines(folder.resolve("ran"))).hasSize(2);

        assertThat(cli.run("a\nb\nc\n", command).err()).contains("1 done").contains("2 done before");
        assertThat(Files.readAllLines(folder.resolve("ran"))).hasSize(3);
    }

    @Test
    void againRunsEverythingAnew() throws IOException {
        assertThat(cli.run("a\nb\n", "run", "--", "sh", "-c", "echo x >> ran", "{}")
                        .exit())
                .isZero();

        assertThat(cli.run("a\nb\n", "run", "--again", "--", "sh", "-c", "echo x >> ran", "{}")
                        .exit())
                .isZero();

        assertThat(Files.readAllLines(folder.resolve("ran"))).hasSize(4);
    }

    @Test
    void equalLinesAreUnitsOfTheirOwn() throws IOException {
        cli.run("same\nsame\nother\nsame\n", "run", "--results", "out", "--", "echo", "{}");

        assertThat(results.statuses()).isEqualTo(4);
        assertThat(results.outputs().get("same")).hasSize(3);
    }

    @Test
    void linesThatLookLikePathsStayInTheResultsFolder() throws IOException {
        Cli.Result run = cli.run("../../x\n/etc/passwd\n-n\n", "run", "--results", "out", "--", "printf", "%s", "{}");

        assertThat(run.exit()).isZero();
        assertThat(results.outputs().keySet()).containsExactly("-n", "../../x", "/etc/passwd");
        assertThat(folder.resolve("../../x").normalize()).doesNotExist();
    }

    @Test
    void argumentsAreBytes() throws IOException {
        byte[] input = "caf\u00e9 \u20ac\n".getBytes(StandardCharsets.UTF_8);
        byte[] wild = new byte[input.length + 5];
        System.arraycopy(input, 0, wild, 0, input.length);
        wild[input.length] = (byte) 0xff;
        wild[input.length + 1] = '\'';
        wild[input.length + 2] = '$';
        wild[input.length + 3] = '\\';
        wild[input.length + 4] = '\n';

        for (String locale : List.of("C.UTF-8", "C")) {
            String out = "out-" + locale;
            Cli.Result run = startWithLocale(
                    locale, wild, "run", "--name", locale, "--results", out, "--", "printf", "%s", "{}");
            assertThat(run.exit()).as(run.err()).isZero();
            String text = new String(input, 0, input.length - 1, StandardCharsets.ISO_8859_1);
            assertThat(new ResultFiles(folder.resolve(out)).outputs())
                    .containsEntry(text, List.of(text))
                    .containsEntry("\u00ff'$\\\\", List.of("\u00ff'$\\"));
        }
    }

    private Cli.Result startWithLocale(String locale, byte[] input, String... arguments) throws IOException {
        return cli.start(Map.of("LC_ALL", locale), input, arguments).await();
    }

    @Test
    void zeroBytesCanEndLines() throws IOException {
        cli.run("a\nb\0c\0", "run", "-0", "--results", "out", "--", "printf", "%s", "{}");

        assertThat(results.outputs()).isEqualTo(Map.of("a\\nb", List.of("a\nb"), "c", List.of("c")));
    }

    @Test
    void anythingThatCannotBeAnArgumentFailsAloneAndIsNotLost() throws IOException {
        String huge = "x".repeat(1 << 20);
        String large = "y".repeat(200_000);

        Cli.Result run = cli.run(
                huge + "\n" + large + "\nwith\0zero\nfine\n", "run", "--results", "out", "--", "printf", "%s", "{}");

        assertThat(run.exit()).isEqualTo(3);
        assertThat(results.statuses()).isEqualTo(4);
        assertThat(results.status(1)).contains("end=not-started").contains("1048576 bytes");
        assertThat(results.status(2)).contains("end=not-started");
        assertThat(results.status(3)).contains("end=not-started").contains("zero byte");
        assertThat(results.outputs()).containsEntry("fine", List.of("fine"));
        assertThat(run.err()).doesNotContain("\tat ");
    }

    @Test
    void failuresAreCountedInTheExitStatus() throws IOException {
        Cli.Result run = cli.run("0\n3\n0\n7\n", "run", "--results", "out", "--", "sh", "-c", "exit $0", "{}");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err())
                .contains("failed (exit-3)")
                .contains("failed (exit-7)")
                .contains("2 done, 2 failed");
        assertThat(results.status(2)).contains("exit=3");

        Cli.Result second = cli.run("0\n3\n0\n7\n", "run", "--results", "out", "--", "sh", "-c", "exit $0", "{}");
        assertThat(second.exit()).isEqualTo(2);
        assertThat(second.err()).contains("2 done before, 2 failed before, 0 new");
    }

    @Test
    void signalsOfTheCommandItselfAreItsFailure() throws IOException {
        Cli.Result run = cli.run("SEGV\nABRT\n", "run", "--results", "out", "--", "sh", "-c", "kill -$0 $$", "{}");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(results.status(1)).contains("end=killed\nsignal=11");
    }

    @Test
    void aCommandThatIsKilledAgainAndAgainFails() throws IOException {
        Cli.Result run = cli.run(
                "a\n",
                "run",
                "--backoff",
                "1ms",
                "--results",
                "out",
                "--",
                "sh",
                "-c",
                "echo x >> log; kill -9 $$",
                "{}");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("failed (signal-9)");
        assertThat(Files.readAllLines(folder.resolve("log"))).hasSize(4);
    }

    @Test
    void noLinesAreNothingToDo() {
        assertThat(cli.run("", "run", "--", "true").err()).contains("no lines, nothing to do");
    }

    @Test
    void backgroundProcessesThatACommandLeavesOnPurposeAreLeft() throws IOException {
        String[] command = {"run", "--", "sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $! >> pids", "{}"};
        cli.run("a\n", command);
        cli.run("a\nb\n", command);

        List<ProcessHandle> left = Files.readAllLines(folder.resolve("pids")).stream()
                .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                .toList();
        assertThat(left).hasSize(2).allMatch(Cli::runs);
        left.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void aCommandThatDoesNotExistIsSaidSo() {
        Cli.Result run = cli.run("a\n", "run", "--", "no-such-command-here", "{}");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err())
                .contains("failed (command-not-found): a: no such program")
                .doesNotContain("Exception");
    }

    @Test
    void failedCommandsAreTriedAgainWhenAsked() throws IOException {
        Cli.Result run = cli.run(
                "a\n",
                "run",
                "--retries",
                "2",
                "--backoff",
                "10ms",
                "--results",
                "out",
                "--",
                "sh",
                "-c",
                "echo x >> tries; test $(wc -l < tries) -ge 3",
                "{}");

        assertThat(run.exit()).isZero();
        assertThat(results.status(1)).contains("exit=0").contains("attempt=3");
    }

    @Test
    void aCommandThatTakesTooLongIsEndedWithAllItStarted() throws IOException {
        Cli.Result run = cli.run(
                "a\n",
                "run",
                "--timeout",
                "300ms",
                "--results",
                "out",
                "--",
                "sh",
                "-c",
                "sleep 1000 & sleep 1000",
                "{}");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("failed (timeout)");
        assertThat(results.status(1)).contains("end=timed-out");
    }

    @Test
    void dryRunShowsTheCommandsAndTouchesNothing() {
        Cli.Result run = cli.run("a b\nc\n", "run", "--dry-run", "--", "cp", "{}", "/backup/{}");

        assertThat(run.out()).isEqualTo("cp 'a b' '/backup/a b'\ncp c /backup/c\n");
        assertThat(folder.resolve("holdfast.db")).doesNotExist();
    }

    @Test
    void linesCanComeFromAFile() throws IOException {
        Files.writeString(folder.resolve("lines"), "a\nb");

        assertThat(cli.run("", "run", "-a", "lines", "--", "echo").out().lines())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void jsonSaysTheSame() {
        Cli.Result run = cli.run("a\n", "run", "--json", "--", "printf", "%s", "{}");

        assertThat(run.out().lines().toList().getFirst()).contains("\"line\":\"a\"", "\"exit\":0", "\"stdout\":\"a\"");
        assertThat(run.out().lines().toList().getLast()).contains("\"succeeded\":1", "\"left\":0");
    }

    @Test
    void aNameBelongsToOneCommand() {
        cli.run("a\n", "run", "--name", "nightly", "--", "echo", "{}");

        Cli.Result other = cli.run("a\n", "run", "--name", "nightly", "--", "printf", "{}");

        assertThat(other.exit()).isEqualTo(255);
        assertThat(other.err()).contains("the run 'nightly' is of another command: echo {}");
    }
}
