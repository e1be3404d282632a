// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ledger.Engine;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.jdbc.GroupCommit;
import dev.holdfast.jdbc.Some;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A locked file, a full disk: nothing half done, a message that helps, and on it goes afterwards. */
class TroubleTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ledger.db");
    }

    private static void lock(Connection stranger) throws SQLException {
        try (Statement statement = stranger.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
        }
    }

    private static void unlock(Connection stranger) throws SQLException {
        try (Statement statement = stranger.createStatement()) {
            statement.execute("ROLLBACK");
        }
    }

    @Test
    void aFileThatStaysLocked() throws SQLException {
        try (Ledger ledger = new Engine(SqliteLedger.shelf(file(), SqliteOptions.DEFAULT, Duration.ofMillis(50)));
                Connection stranger = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            Some.define(ledger);
            lock(stranger);
            assertThatThrownBy(() -> Some.submit(ledger, "a"))
                    .isInstanceOf(LedgerUnavailable.class)
                    .hasMessage(file()
                            + " is locked by another process; try again, or end the program that keeps it locked");
            assertThat(ledger.ask(new ShowPool(Some.POOL)))
                    .as("questions need no lock")
                    .isPresent();
            unlock(stranger);
            Some.submit(ledger, "a");
            assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().count(Status.QUEUED))
                    .isOne();
        }
    }

    @Test
    void aLockIsWaitedFor() throws Exception {
        try (Ledger ledger = SqliteLedger.open(file());
                ExecutorService other = Executors.newVirtualThreadPerTaskExecutor();
                Connection stranger = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            Some.define(ledger);
            lock(stranger);
            Future<?> submitted = other.submit(() -> Some.submit(ledger, "a"));
            unlock(stranger);
            submitted.get();
            assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().count(Status.QUEUED))
                    .isOne();
        }
    }

    @Test
    void aFullDisk() {
        LedgerFile ledgerFile = LedgerFile.of(file());
        Opening.Opened opened = new Opening(ledgerFile, SqliteOptions.DEFAULT).open();
        Connections connections = new Connections(ledgerFile, opened.identity(), SqliteOptions.DEFAULT);
        GroupCommit<Session> writer = new GroupCommit<>(
                        "test-writer", new SqliteTransactions(connections, opened.authority()), Duration.ofSeconds(1))
                .start();
        try (Ledger ledger = new Engine(new SqliteShelf(
                SqliteOptions.DEFAULT,
                writer,
                new Readers(connections, opened.authority()),
                new ChangeWatch(connections, opened.authority())))) {
            Some.define(ledger);
            Some.submit(ledger, "first");
            limitPages(writer, "max_page_count = (page_count)");
            String[] many = IntStream.range(0, 2_000).mapToObj(i -> "k" + i).toArray(String[]::new);
            assertThatThrownBy(() -> Some.submit(ledger, many))
                    .isInstanceOf(LedgerUnavailable.class)
                    .hasMessage(file() + " cannot grow: the disk or its quota is full; make room and try again");
            assertThat(ledger.ask(FindWork.in(Some.POOL, Set.of(Status.QUEUED))).units())
                    .as("nothing of the batch was kept")
                    .hasSize(1);
            limitPages(writer, "max_page_count = 1000000");
            Some.submit(ledger, many);
            assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().count(Status.QUEUED))
                    .isEqualTo(2_001);
        }
        assertThat(SqliteMaintenance.check(file())).isEmpty();
    }

    /** SQLite says the same when its own limit of pages is reached as when the disk is full. */
    private static void limitPages(GroupCommit<Session> writer, String limit) {
        writer.write(session -> {
            long pages = session.sql
                    .of("PRAGMA page_count")
                    .first(row -> row.number())
                    .orElseThrow();
            session.sql.execute("PRAGMA " + limit.replace("(page_count)", Long.toString(pages)));
            return pages;
        });
    }

    @Test
    void manyThreads() throws Exception {
        try (Ledger ledger = SqliteLedger.open(file());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Some.define(ledger);
            var submitted = IntStream.range(0, 400)
                    .mapToObj(i -> threads.submit(() -> Some.submit(ledger, "k" + i, "shared" + i % 20)))
                    .toList();
            for (Future<?> each : submitted) {
                each.get();
            }
            assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().count(Status.QUEUED))
                    .isEqualTo(420);
        }
        assertThat(SqliteMaintenance.check(file())).isEmpty();
    }

    @Test
    void changesMoveOnlyWhenWorkMayHaveBecomeClaimable() {
        try (Ledger here = SqliteLedger.open(file());
                Ledger there = SqliteLedger.open(file())) {
            Some.define(here);
            Some.register(here);
            Some.submit(here, "a");
            long before = there.changes();
            Some.submit(here, "b");
            long after = there.changes();
            assertThat(after).isNotEqualTo(before).isEqualTo(here.changes());
            assertThat(Some.claim(here, 1, 5)).hasSize(2);
            assertThat(Some.claim(here, 2, 5)).isEmpty();
            assertThat(Some.claim(there, 3, 5)).isEmpty();
            assertThat(here.changes())
                    .as("idle workers of two processes do not wake each other")
                    .isEqualTo(after);
        }
    }
}
