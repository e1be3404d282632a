// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Migrations;
import dev.holdfast.jdbc.Some;
import dev.holdfast.jdbc.Uncertain;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What uncertain work keeps is proved by doctor, told as an alarm, and counted in files of before. */
class QuarantineTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ledger.db");
    }

    @Test
    void doctorProvesWhatIsQuarantined() throws SQLException {
        try (Ledger ledger = SqliteLedger.open(file())) {
            Uncertain.in(ledger);
        }
        assertThat(SqliteMaintenance.check(file())).isEmpty();

        Raw.run(file(), "UPDATE account SET used = 2 WHERE scope = 'QUARANTINED_CLAIMS'");

        assertThat(SqliteMaintenance.check(file()))
                .extracting(Finding::problem)
                .containsExactly("quarantined claims of domain d\\1: counted 2, are 3");
    }

    @Test
    void alarmsNameWhatWaitsForTooLongAndWhatIsFree() {
        try (Ledger ledger = SqliteLedger.open(file())) {
            List<Grant> held = Uncertain.in(ledger);
            assertThat(SqliteMaintenance.alarms(file()))
                    .extracting(Finding::code)
                    .containsExactly("escalated", "quarantine");
            for (Grant grant : held) {
                ledger.submit(new Resolve(grant.work(), grant.fence(), new Resolution.Failed("gone"), "log", "ann"));
            }
        }
        assertThat(SqliteMaintenance.alarms(file())).isEmpty();
    }

    @Test
    void aFileOfBeforeCountsWhatIsUncertainThen() throws SQLException {
        try (Ledger ledger = SqliteLedger.open(file())) {
            Uncertain.in(ledger);
        }
        Raw.run(file(), "DELETE FROM account WHERE scope LIKE 'QUARANTINED%'");
        Raw.run(
                file(),
                "UPDATE lane SET fits_at = 3, blocked_grant = NULL, blocked_at = NULL, blocked_seq = NULL WHERE phase"
                        + " = 2");
        for (String statement : Migrations.statements(Migrations.read(Schema.class, "V9__domains.sql"))) {
            Raw.run(file(), statement);
        }

        try (Ledger ledger = SqliteLedger.open(file())) {
            assertThat(Uncertain.quarantined(ledger)).isEqualTo(Uncertain.all());
            assertThat(SqliteMaintenance.check(file())).isEmpty();
            assertThat(Some.claim(ledger, 3, 9)).as("the domain is full").isEmpty();
        }
    }
}
