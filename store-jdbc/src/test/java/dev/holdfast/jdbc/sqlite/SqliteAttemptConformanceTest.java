// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.testkit.AttemptConformance;
import dev.holdfast.testkit.ManualClock;
import dev.holdfast.testkit.RandomAttempts;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
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

    @Test
    void everythingIsThereAgain() {
        ManualClock clock = new ManualClock();
        SqliteOptions options = SqliteOptions.DEFAULT.withClock(clock);
        Path file = folder.resolve("again.db");
        List<Attempt> before;
        try (Ledger ledger = SqliteLedger.open(file, options)) {
            before = RandomAttempts.play(ledger, clock, 7, 400);
        }
        try (Ledger ledger = SqliteLedger.open(file, options)) {
            assertThat(RandomAttempts.all(ledger)).hasSizeGreaterThan(5).isEqualTo(before);
        }
    }
}
