// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.testkit.AttemptConformance;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The SQLite ledger against the suite for attempts: a file that was opened twice. */
class SqliteAttemptConformanceTest extends AttemptConformance {
    @TempDir
    Path folder;

    private int opened;

    @Override
    protected List<Ledger> open(LedgerClock clock) {
        Path file = folder.resolve("ledger-" + ++opened + ".db");
        SqliteOptions options =
                SqliteOptions.DEFAULT.withClock(clock).withSynchronous(SqliteOptions.Synchronous.NORMAL);
        return List.of(SqliteLedger.open(file, options), SqliteLedger.open(file, options));
    }

    @Override
    protected int walks() {
        return 10;
    }
}
