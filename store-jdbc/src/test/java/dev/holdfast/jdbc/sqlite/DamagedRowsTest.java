// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.Unreadables;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PF-152: rows that somebody has damaged, so that no program can read them, and all others. */
class DamagedRowsTest {
    @TempDir
    Path folder;

    @Test
    void everythingElseGoesOnAndDoctorNamesThem() throws SQLException {
        Path file = folder.resolve("ledger.db");
        try (Ledger ledger = SqliteLedger.open(file)) {
            Unreadables.fill(ledger);
        }
        for (String statement : Unreadables.DAMAGE) {
            Raw.run(file, statement);
        }
        Raw.run(file, "UPDATE submission SET options = 'damaged' WHERE idempotency_key = 'damaged'");

        Unreadables.checkFindings(SqliteMaintenance.check(file));
        try (Ledger ledger = SqliteLedger.open(file)) {
            Unreadables.check(ledger, () -> endLease(file));
        }
    }

    private static void endLease(Path file) {
        try {
            Raw.run(file, "UPDATE worker SET lease_until = 1 WHERE name = 'damaged'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
