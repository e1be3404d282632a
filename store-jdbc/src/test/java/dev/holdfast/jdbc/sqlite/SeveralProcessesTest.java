// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Some;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes on one file, ended in an orderly way and by force. */
class SeveralProcessesTest {
    private static final int UNITS = 120;
    private static final int KILLS = 5;

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ledger.db");
    }

    @Test
    void twoProcessesShareOneLedger() throws Exception {
        Process other = OtherProcess.start("work", file().toString(), "there", "" + UNITS);
        try (Ledger ledger = SqliteLedger.open(file())) {
            OtherProcess.work(ledger, "here", UNITS, settled -> {});
            List<String> settledThere = other.inputReader().lines().toList();
            assertThat(other.waitFor()).isZero();
            PoolSnapshot pool = ledger.ask(new ShowPool(Some.POOL)).orElseThrow();
            assertThat(pool.count(Status.QUEUED) + pool.count(Status.SUCCEEDED))
                    .as("the units of each process once, and the shared ones once")
                    .isEqualTo(3L * UNITS);
            assertThat(pool.count(Status.CLAIMED)).isZero();
            List<Unit> there = ledger.ask(FindWork.in(Some.POOL, Set.of(Status.SUCCEEDED))).units().stream()
                    .filter(unit ->
                            unit.past().getLast().claim().worker().value().equals("there"))
                    .toList();
            assertThat(there)
                    .extracting(unit -> unit.id().value())
                    .as("what the other process settled")
                    .containsExactlyInAnyOrderElementsOf(settledThere)
                    .isNotEmpty();
        }
        assertThat(SqliteMaintenance.check(file())).isEmpty();
    }

    /** Killed at another moment each time, after some acknowledged submissions. */
    @Test
    void whatWasAcknowledgedSurvivesKills() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        for (int kill = 0; kill < KILLS; kill++) {
            acknowledged.addAll(writeAndKill("run" + kill, 1 + 37 * kill));
        }
        try (Ledger ledger = SqliteLedger.open(file())) {
            for (String key : acknowledged) {
                assertThat(ledger.ask(new Inspect(Some.work(key)))).as(key).isPresent();
            }
            assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().count(Status.QUEUED))
                    .isBetween((long) acknowledged.size(), (long) acknowledged.size() + KILLS);
        }
        assertThat(SqliteMaintenance.check(file())).isEmpty();
    }

    private List<String> writeAndKill(String name, int after) throws IOException, InterruptedException {
        Process writer = OtherProcess.start("write", file().toString(), name);
        List<String> acknowledged = new ArrayList<>();
        try (BufferedReader lines = writer.inputReader()) {
            while (acknowledged.size() < after) {
                acknowledged.add(lines.readLine());
            }
            writer.toHandle().destroyForcibly(); // the process itself would close the stream first
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                acknowledged.add(line);
            }
        }
        writer.waitFor();
        return acknowledged;
    }
}
