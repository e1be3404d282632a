// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.runtime.local.LocalProcesses.Discovered;
import dev.holdfast.runtime.local.LocalProcesses.Termination;
import dev.holdfast.runtime.local.StartFailed.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real commands. */
@Timeout(60)
class LocalProcessesTest {
    private static final Duration GRACE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final LocalProcesses processes = new LocalProcesses();
    private final String ledger = "test-" + UUID.randomUUID();
    private final ClaimMark mark = new ClaimMark(ledger, new WorkId("w/1 ä%"), Fence.of(1, 7));

    @BeforeAll
    static void commandsOfPosix() {
        assumeThat(Files.isExecutable(Path.of("/bin/sh"))).isTrue();
    }

    @AfterEach
    void endAll() throws InterruptedException {
        assertThat(processes.terminate(mark, Duration.ZERO).quiet()).isTrue();
    }

    private Path out() {
        return folder.resolve("out");
    }

    private CommandRequest request(String... arguments) {
        return CommandRequest.of(mark, List.of(arguments), out(), folder.resolve("err"));
    }

    private RunningCommand shell(String script) throws StartFailed {
        return processes.start(request("/bin/sh", "-c", script));
    }

    /** A command says that it is there by its output: what it prints first is in the file. */
    private void awaitOutput() throws Exception {
        while (Files.size(out()) == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void outputAndStatusAreKept() throws Exception {
        RunningCommand allocation = shell("echo to out; echo to err >&2; cat; exit 3");

        assertThat(allocation.await()).isEqualTo(new RunningCommand.Exit(3));
        assertThat(out()).hasContent("to out");
        assertThat(folder.resolve("err")).hasContent("to err");
        assertThat(allocation.await().signal()).isEmpty();
    }

    @Test
    void argumentsAreHandedOverAsTheyAre() throws Exception {
        processes
                .start(request("printf", "%s|", "a b", "$HOME", "*", "", "it's; echo \"x\""))
                .await();

        assertThat(out()).hasContent("a b|$HOME|*||it's; echo \"x\"|");
    }

    @Test
    void directoryAndEnvironmentAreSet() throws Exception {
        Path inside = Files.createDirectory(folder.resolve("inside"));
        processes
                .start(new CommandRequest(
                        mark,
                        List.of("/bin/sh", "-c", "pwd -P; echo $GREETING; echo $HOLDFAST_CLAIM"),
                        Map.of("GREETING", "hello"),
                        Optional.of(inside),
                        out(),
                        folder.resolve("err")))
                .await();

        assertThat(Files.readAllLines(out()))
                .containsExactly(inside.toRealPath().toString(), "hello", ledger + "/w%2F1+%C3%A4%25/1.7");
    }

    @Test
    void deathBySignalIsAStatusAbove128() throws Exception {
        assertThat(shell("kill -KILL $$").await().signal()).hasValue(9);
    }

    @Test
    void failuresToStartAreToldApart() throws Exception {
        Path plain = Files.writeString(folder.resolve("plain"), "no program");

        assertReason(Reason.PROGRAM_NOT_FOUND, request("no-such-program-" + UUID.randomUUID()));
        assertReason(Reason.NOT_EXECUTABLE, request(plain.toString()));
        assertReason(Reason.NOT_EXECUTABLE, request(folder.toString()));
        assertReason(Reason.ARGUMENT_NOT_ENCODABLE, request("true", "a\0b"));
        assertReason(Reason.ARGUMENT_NOT_ENCODABLE, request("true", "\ud800"));
        assertReason(Reason.ARGUMENTS_TOO_LONG, request("true", "x".repeat(8_000_000)));
        assertReason(
                Reason.OUTPUT_NOT_WRITABLE,
                CommandRequest.of(mark, List.of("true"), folder.resolve("no/such/out"), folder.resolve("err")));
        assertReason(
                Reason.DIRECTORY_NOT_FOUND,
                new CommandRequest(
                        mark,
                        List.of("true"),
                        Map.of(),
                        Optional.of(folder.resolve("nowhere")),
                        out(),
                        folder.resolve("err")));
    }

    private void assertReason(Reason reason, CommandRequest request) {
        assertThatThrownBy(() -> processes.start(request))
                .isInstanceOfSatisfying(
                        StartFailed.class,
                        failure -> assertThat(failure.reason()).isEqualTo(reason));
    }

    @Test
    void aWaitMayEndBeforeTheCommandDoes() throws Exception {
        RunningCommand allocation = shell("exec sleep 1000");

        assertThat(allocation.await(Duration.ZERO)).isEmpty();
        Termination termination = processes.terminate(mark, GRACE);
        assertThat(allocation.await(GRACE)).contains(new RunningCommand.Exit(143));
        assertThat(termination).isEqualTo(new Termination(1, 0, true));
    }

    @Test
    void whatIgnoresTermIsKilled() throws Exception {
        RunningCommand allocation = shell("trap '' TERM; echo ready; while :; do sleep 0.01; done");
        awaitOutput();

        Termination termination = processes.terminate(mark, Duration.ofMillis(50));
        assertThat(allocation.await().signal()).hasValue(9);
        assertThat(termination.killed()).isPositive();
        assertThat(termination.quiet()).isTrue();
    }

    @Test
    void whatACommandLeftBehindIsFoundByItsMark() throws Exception {
        assumeThat(ProcessStat.isAvailable()).isTrue();
        RunningCommand allocation = shell("(trap '' HUP; exec sleep 1000) & echo $!");
        allocation.await();
        long left = Long.parseLong(Files.readString(out()).strip());

        assertThat(processes.discover(ledger)).containsExactly(new Discovered(mark, "pid " + left));
        assertThat(processes.discover("another-" + ledger)).isEmpty();
        assertThat(processes.terminate(mark, GRACE)).isEqualTo(new Termination(1, 0, true));
        assertThat(processes.discover(ledger)).isEmpty();
    }

    @Test
    void aDescendantThatEmptiedItsEnvironmentGoesToo() throws Exception {
        assumeThat(ProcessStat.isAvailable()).isTrue();
        shell("env -i sleep 1000 & echo $!; wait");
        awaitOutput();
        long hidden = Long.parseLong(Files.readString(out()).strip());

        assertThat(processes.terminate(mark, GRACE).quiet()).isTrue();
        assertThat(ProcessStat.of(hidden).filter(ProcessStat::runs)).isEmpty();
    }

    @Test
    void otherClaimsAreLeftAlone() throws Exception {
        assumeThat(ProcessStat.isAvailable()).isTrue();
        RunningCommand allocation = shell("exec sleep 1000");
        ClaimMark later = new ClaimMark(ledger, mark.work(), Fence.of(1, 8));

        assertThat(processes.terminate(later, GRACE)).isEqualTo(new Termination(0, 0, true));
        assertThat(allocation.await(Duration.ZERO)).isEmpty();
    }
}
