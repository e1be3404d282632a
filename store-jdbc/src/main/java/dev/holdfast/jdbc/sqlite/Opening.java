// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Fence;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.jdbc.Statements;
import dev.holdfast.jdbc.Verdict;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Opens a file as a ledger: makes or checks its schema, and finds out whether it is still the file it was. */
final class Opening {
    /** @param authority the store's own number */
    record Opened(long authority, FileIdentity identity) {}

    private record Known(long id, int epoch, FileIdentity identity) {}

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final LedgerFile file;
    private final SqliteOptions options;

    Opening(LedgerFile file, SqliteOptions options) {
        this.file = file;
        this.options = options;
    }

    /** Several processes may open, and even make, one file at once: whoever finds it locked tries again. */
    Opened open() {
        file.prepare(options.create());
        file.checkWritable();
        long started = System.nanoTime();
        while (true) {
            try {
                return tryOpen();
            } catch (SQLException e) {
                Verdict verdict = SqliteVerdicts.of(e, false);
                if (verdict != Verdict.NOT_APPLIED || System.nanoTime() - started > PATIENCE.toNanos()) {
                    throw SqliteVerdicts.explain(file.shown(), verdict, e);
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE.toNanos()));
            }
        }
    }

    private Opened tryOpen() throws SQLException {
        try (Statements sql = new Statements(file.connect(true, Connections.BUSY_MILLIS))) {
            Schema.establish(file, sql, options.clock().now());
            FileIdentity identity = FileIdentity.of(file);
            sql.execute("BEGIN IMMEDIATE");
            try {
                long authority = enter(sql, identity);
                sql.execute("COMMIT");
                return new Opened(authority, identity);
            } catch (SQLException | RuntimeException e) {
                sql.execute("ROLLBACK");
                throw e;
            }
        }
    }

    /** Makes the authority, or raises its epoch where this file may have lost commits that another copy had. */
    private long enter(Statements sql, FileIdentity identity) throws SQLException {
        Optional<Known> known = find(sql);
        if (known.isEmpty()) {
            sql.of("INSERT INTO authority (name, epoch, device, inode, machine) VALUES (?, 1, ?, ?, ?)")
                    .text(options.authority().value())
                    .text(identity.device())
                    .text(identity.inode())
                    .text(identity.machine())
                    .update();
            return find(sql).orElseThrow().id();
        }
        if (!known.get().identity().equals(identity)) {
            if (known.get().epoch() == Fence.MAX_EPOCH) {
                throw new LedgerBroken(
                        file.shown() + " was copied or restored too often: its fences are used up; start a new ledger");
            }
            sql.of("UPDATE authority SET epoch = epoch + 1, device = ?, inode = ?, machine = ? WHERE id = ?")
                    .text(identity.device())
                    .text(identity.inode())
                    .text(identity.machine())
                    .number(known.get().id())
                    .update();
        }
        return known.get().id();
    }

    private Optional<Known> find(Statements sql) throws SQLException {
        return sql.of("SELECT id, epoch, device, inode, machine FROM authority WHERE name = ?")
                .text(options.authority().value())
                .first(row ->
                        new Known(row.number(), row.integer(), new FileIdentity(row.text(), row.text(), row.text())));
    }
}
