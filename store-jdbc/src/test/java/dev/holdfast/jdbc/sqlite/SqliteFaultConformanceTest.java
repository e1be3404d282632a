// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.testkit.FaultConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The SQLite ledger against the faults of others. */
class SqliteFaultConformanceTest extends FaultConformance {
    @TempDir
    Path folder;

    private int opened;

    @Override
    protected Ledger open(LedgerClock clock) {
        Path file = folder.resolve("ledger-" + ++opened + ".db");
        return SqliteLedger.open(
                file, SqliteOptions.DEFAULT.withClock(clock).withSynchronous(SqliteOptions.Synchronous.NORMAL));
    }
}
