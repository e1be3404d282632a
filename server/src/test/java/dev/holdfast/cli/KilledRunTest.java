// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is promised after kill -9: the same command finishes the rest, with exactly one result for each line. */
class KilledRunTest {
    private static final int LINES = 120;

    @TempDir
    Path folder;

    private Cli cli;
    private ResultFiles results;
    private String input;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
        results = new ResultFiles(folder.resolve("out"));
        input = IntStream.range(0, LINES).mapToObj(i -> "line-" + i + "\n").collect(Collectors.joining());
    }

    private Cli.Running start(String... command) throws IOException {
        String[] arguments = new String[command.length + 5];
        System.arraycopy(new String[] {"run", "-j", "3", "--results", "out"}, 0, arguments, 0, 5);
        System.arraycopy(command, 0, arguments, 5, command.length);
        return cli.start(input.getBytes(java.nio.charset.StandardCharsets.UTF_8), arguments);
    }

    private void assertOneResultForEachLine() throws IOException {
        assertThat(results.statuses()).isEqualTo(LINES);
        Map<String, List<String>> expected = new TreeMap<>();
        IntStream.range(0, LINES).forEach(i -> expected.put("line-" + i, List.of("out line-" + i + "\n")));
        assertThat(results.outputs()).isEqualTo(expected);
        assertThat(results.names(".tmp")).isEmpty();
    }

    /** PF-048. */
    @Test
    void killedRunnersLoseNothing() throws Exception {
        String[] command = {"--", "sh", "-c", "echo out $0; echo $0 >> runs; sleep 0.01", "{}"};
        for (int goal : new int[] {1, 30, 75}) {
            Cli.Running running = start(command);
            Cli.until(goal + " results", () -> results.statuses() >= goal);
            running.kill();
        }

        Cli.Result last = start(command).await();

        assertThat(last.exit()).as(last.err()).isZero();
        assertOneResultForEachLine();
        List<String> runs = Files.readAllLines(folder.resolve("runs"));
        assertThat(runs.stream().distinct()).hasSize(LINES);
        assertThat(runs.size())
                .as("runs: each line once, and again what was interrupted")
                .isLessThanOrEqualTo(LINES + 3 * 3);
    }

    @Test
    void killedCommandsRunAgain() throws Exception {
        String[] command = {"--", "sh", "-c", "echo out $0; echo $$ >> pids; sleep 0.01", "{}"};
        Cli.Running running = start(command);
        for (int killed = 0; killed < 3; killed++) {
            int before = killed;
            Cli.until("a command runs", () -> !running.process().isAlive() || commandsOf(running) > 0);
            running.process().descendants().forEach(ProcessHandle::destroyForcibly);
            Cli.until("results", () -> !running.process().isAlive() || results.statuses() > before * 5);
        }

        Cli.Result last = running.await();

        assertThat(last.exit()).as(last.err()).isZero();
        assertOneResultForEachLine();
    }

    private static long commandsOf(Cli.Running running) {
        return running.process().descendants().count();
    }

    @Test
    void commandsThatOutliveTheirRunnerAreEndedBeforeTheirUnitsRunAgain() throws Exception {
        input = "one\n";
        String script =
                "echo start >> log; if [ ! -e second ]; then touch second; sleep 1000; fi; echo end >> log; echo out"
                        + " $0";
        Cli.Running running = start("--", "sh", "-c", script, "{}");
        Cli.until("the command runs", () -> Files.exists(folder.resolve("second")));
        List<ProcessHandle> children = running.process().descendants().toList();
        running.kill();
        assertThat(children).anyMatch(Cli::runs);

        Cli.Result last = start("--", "sh", "-c", script, "{}").await();

        assertThat(last.exit()).as(last.err()).isZero();
        assertThat(last.err()).contains("an earlier runner died");
        assertThat(children).noneMatch(Cli::runs);
        assertThat(Files.readAllLines(folder.resolve("log"))).containsExactly("start", "start", "end");
    }

    /** PF-071. */
    @Test
    void interruptedUnitsWaitForAnAnswerWhenAsked() throws Exception {
        input = "one\ntwo\n";
        String[] command = {
            "--ledger",
            "asked.db",
            "--if-interrupted",
            "ask",
            "--",
            "sh",
            "-c",
            "echo $0 >> log; if [ $0 = one ]; then sleep 1000; fi; echo out $0",
            "{}"
        };
        Cli.Running running = start(command);
        Cli.until("one result", () -> results.statuses() == 1);
        Cli.until("the other runs", () -> logHas("one"));
        running.kill();

        Cli.Result asked = start(command).await();

        assertThat(asked.exit()).isEqualTo(1);
        assertThat(asked.err()).contains("1 unit was interrupted");
        Matcher answer = Pattern.compile("holdfast work resolve (\\S+) (\\S+) --ledger (\\S+) --not-applied --evidence")
                .matcher(asked.err());
        assertThat(answer.find()).as(asked.err()).isTrue();
        assertThat(Files.readAllLines(folder.resolve("log"))).containsExactlyInAnyOrder("one", "two");

        Cli.Result resolved = cli.run(
                "",
                "work",
                "resolve",
                answer.group(1),
                answer.group(2),
                "--ledger",
                answer.group(3),
                "--succeeded",
                "--evidence",
                "looked");
        assertThat(resolved.exit()).as(resolved.err()).isZero();
        Cli.Result last = start(command).await();
        assertThat(last.exit()).as(last.err()).isZero();
        assertThat(last.err()).contains("2 done before, 0 new");
        assertThat(Files.readAllLines(folder.resolve("log"))).hasSize(2);
    }

    private boolean logHas(String line) {
        try {
            return Files.exists(folder.resolve("log"))
                    && Files.readAllLines(folder.resolve("log")).contains(line);
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void interruptedUnitsCountAsFailedWhenAsked() throws Exception {
        input = "one\n";
        String[] command = {"--if-interrupted", "fail", "--", "sh", "-c", "touch started; sleep 1000", "{}"};
        Cli.Running running = start(command);
        Cli.until("the command runs", () -> Files.exists(folder.resolve("started")));
        running.kill();

        Cli.Result last = start(command).await();

        assertThat(last.exit()).isEqualTo(1);
        assertThat(last.err()).contains("1 failed");
    }

    private static boolean ignoresCtrlC() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .map(line -> Long.parseUnsignedLong(line.substring(8).strip(), 16))
                        .anyMatch(ignored -> (ignored & 2) != 0);
    }

    @Test
    void ctrlCLetsCommandsFinishAndTheRestWaits() throws Exception {
        assumeFalse(ignoresCtrlC(), "started in the background: whoever ignores SIGINT has children that ignore it");
        // All but the first ten wait for a file, so that there is something left when the signal comes.
        String waits = "case $0 in line-?) ;; *) while [ ! -e go ]; do sleep 0.01; done ;; esac; echo out $0";
        String[] command = {"--", "sh", "-c", waits, "{}"};
        Cli.Running running = start(command);
        Cli.until("some results", () -> results.statuses() >= 3);
        running.signal("INT");
        Cli.until("it stops", () -> running.said().contains("stopping when what runs has ended"));
        Files.createFile(folder.resolve("go"));

        Cli.Result stopped = running.await();

        assertThat(stopped.exit()).isEqualTo(130);
        assertThat(stopped.err()).contains("start the same command again to go on");
        assertThat(results.statuses()).isLessThan(LINES);
        assertThat(results.names(".tmp")).isEmpty();
        assertThat(start(command).await().exit()).isZero();
        assertOneResultForEachLine();
    }

    /** PF-035. */
    @Test
    void termEndsCommandsAndHandsTheirUnitsBack() throws Exception {
        input = "one\n";
        String[] command = {"--", "sh", "-c", "if [ ! -e second ]; then touch second; sleep 1000; fi; echo out $0", "{}"
        };
        Cli.Running running = start(command);
        Cli.until("the command runs", () -> Files.exists(folder.resolve("second")));
        running.signal("TERM");

        assertThat(running.await().exit()).isEqualTo(130);
        Cli.Result last = start(command).await();
        assertThat(last.exit()).as(last.err()).isZero();
        assertThat(results.outputs()).isEqualTo(Map.of("one", List.of("out one\n")));
    }
}
