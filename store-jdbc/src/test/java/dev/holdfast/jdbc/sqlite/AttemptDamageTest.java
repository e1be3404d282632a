// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.AttemptDamage;
import dev.holdfast.jdbc.Finding;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be of attempts is found in a file. */
class AttemptDamageTest {
    @TempDir
    Path folder;

    static Stream<String> damages() {
        return AttemptDamage.ALL.lines();
    }

    @ParameterizedTest
    @MethodSource("damages")
    void isFound(String damage) throws SQLException {
        Path file = folder.resolve("ledger.db");
        try (Ledger ledger = SqliteLedger.open(file)) {
            AttemptDamage.fill(ledger);
        }
        assertThat(SqliteMaintenance.check(file)).isEmpty();

        String[] parts = damage.split("\\|");
        Raw.run(file, parts[0]);
        assertThat(SqliteMaintenance.check(file))
                .contains(new Finding(
                        "attempt",
                        parts[1].strip(),
                        "keep a copy of the file, then report this: no sequence of commands should lead here"));
    }
}
