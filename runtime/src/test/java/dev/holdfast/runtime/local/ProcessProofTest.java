// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.runtime.local.ProcessProof.Liveness;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Naming processes so that their death can be proved. */
@Timeout(60)
class ProcessProofTest {
    private final ProcessProof self = ProcessProof.ofThisProcess();

    @Test
    void thisProcessIsAlive() {
        assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(self.liveness()).isEqualTo(Liveness.ALIVE);
    }

    @Test
    void aWorkerIdCarriesIt() {
        WorkerId worker = new WorkerId(self.text() + ".0123456789abcdef");

        assertThat(ProcessProof.parse(worker.value())).contains(self);
        assertThat(ProcessProof.parse("somebody")).isEmpty();
        assertThat(ProcessProof.parse("a.b.c.d")).isEmpty();
    }

    @Test
    void aProcessThatEndedIsDeadAndSoIsAnotherOfItsNumber() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/bin/sh"))).isTrue();
        Process process = new ProcessBuilder("/bin/sh", "-c", "read line").start();
        long started = ProcessStat.of(process.pid()).map(ProcessStat::started).orElse(0L);
        ProcessProof proof = new ProcessProof(self.host(), process.pid(), started, self.place());
        assumeThat(ProcessStat.isAvailable()).isTrue();

        assertThat(proof.liveness()).isEqualTo(Liveness.ALIVE);
        assertThat(new ProcessProof(self.host(), process.pid(), started + 1, self.place()).liveness())
                .isEqualTo(Liveness.DEAD);
        process.getOutputStream().close();
        process.waitFor();
        assertThat(proof.liveness()).isEqualTo(Liveness.DEAD);
    }

    @Test
    void aZombieRunsNothing() throws Exception {
        assumeThat(ProcessStat.isAvailable()).isTrue();
        // The shell becomes a program that never asks for the status of the child that the shell had started.
        String script = "exec 3<&0; (read line <&3) & echo $!; exec sleep 1000";
        Process process = new ProcessBuilder("/bin/sh", "-c", script).start();
        try {
            long child = Long.parseLong(process.inputReader().readLine());
            while (!process.info().arguments().map(List::of).orElse(List.of()).contains("1000")) {
                Thread.onSpinWait();
            }
            process.getOutputStream().close();
            while (ProcessStat.of(child).filter(ProcessStat::runs).isPresent()) {
                Thread.onSpinWait();
            }
            assertThat(ProcessStat.of(child)).isPresent();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void elsewhereNothingIsKnown() {
        assertThat(new ProcessProof(self.host(), self.pid(), self.started(), "elsewhere").liveness())
                .isEqualTo(Liveness.UNKNOWN);
    }

    @Test
    void marksAreReadAsTheyWereWritten() {
        ClaimMark mark = new ClaimMark("ledger/1", new WorkId("ä ö/../%2F"), Fence.of(3, 4711));

        assertThat(mark.text()).isASCII().endsWith("/3.4711");
        assertThat(ClaimMark.parse(mark.text())).contains(mark);
        assertThat(ClaimMark.parse("a/b")).isEmpty();
        assertThat(ClaimMark.parse("a/b/c")).isEmpty();
        assertThat(ClaimMark.parse("%zz/b/1.1")).isEmpty();
    }

    @Test
    void theVariableIsFoundAmongOthers() {
        assertThat(MarkedProcesses.value(bytes("A=1\0HOLDFAST_CLAIM=l/w/1.1\0B=2\0")))
                .contains("l/w/1.1");
        assertThat(MarkedProcesses.value(bytes("XHOLDFAST_CLAIM=l/w/1.1\0"))).isEmpty();
        assertThat(MarkedProcesses.value(bytes("HOLDFAST_CLAIM"))).isEmpty();
        assertThat(MarkedProcesses.value(bytes(""))).isEmpty();
        assertThat(MarkedProcesses.value(bytes("HOLDFAST_CLAIM=last"))).contains("last");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
