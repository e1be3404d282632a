// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.List;

/**
 * Opens connections to a ledger file, each set up for its use.
 *
 * @param identity of the file that was opened first: all connections lead to the same one
 */
record Connections(LedgerFile file, FileIdentity identity, SqliteOptions options) {
    /** How long SQLite itself waits for a lock, in milliseconds, where no {@link dev.holdfast.jdbc.GroupCommit} does. */
    static final int BUSY_MILLIS = 5_000;

    /** The writer waits in its own loop, with jitter. */
    private static final int NO_WAIT = 0;

    /** Pages that changed often are copied into the file once; 4,000 of 4 KiB keep that rare and the log below 20 MiB. */
    private static final int PAGES_BEFORE_CHECKPOINT = 4_000;

    private static final List<String> WRITER = List.of(
            "PRAGMA cache_size = -65536",
            "PRAGMA temp_store = MEMORY",
            "PRAGMA wal_autocheckpoint = " + PAGES_BEFORE_CHECKPOINT,
            "PRAGMA journal_size_limit = 67108864");
    private static final List<String> READER = List.of("PRAGMA cache_size = -4096", "PRAGMA query_only = ON");

    Statements writer() throws SQLException {
        check();
        Statements sql = new Statements(file.connect(true, NO_WAIT));
        set(sql, WRITER);
        set(sql, List.of("PRAGMA synchronous = " + options.synchronous().name()));
        return sql;
    }

    Statements reader() throws SQLException {
        check();
        Statements sql = new Statements(file.connect(true, BUSY_MILLIS));
        set(sql, READER);
        return sql;
    }

    /** Whoever writes into a file that its name does not lead to any more writes for nobody. */
    void check() {
        if (!identity.equals(FileIdentity.of(file))) {
            throw FileIdentity.gone(file);
        }
    }

    private static void set(Statements sql, List<String> settings) throws SQLException {
        for (String setting : settings) {
            sql.execute(setting);
        }
    }
}
