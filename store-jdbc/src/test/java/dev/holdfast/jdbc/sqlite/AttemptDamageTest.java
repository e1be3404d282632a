// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.jdbc.AttemptDamage;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.testkit.AttemptScript;
import dev.holdfast.testkit.ManualClock;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    @Test
    void oneThatCannotBeReadStopsNoOther() throws SQLException {
        Path file = folder.resolve("ledger.db");
        ManualClock clock = new ManualClock();
        try (Ledger ledger = SqliteLedger.open(file, SqliteOptions.DEFAULT.withClock(clock))) {
            AttemptDamage.fill(ledger);
            clock.advance(Duration.ofHours(2));
            Raw.run(file, "UPDATE attempt SET instruction = 'x' WHERE id = 'a'");

            assertThat(ledger.ask(new OpenAttempts(Optional.empty(), 1)).attempts())
                    .isEmpty();
            assertThat(ledger.ask(new OpenAttempts(Optional.empty(), 9)).attempts())
                    .extracting(attempt -> attempt.id().value())
                    .containsExactly("b");
            assertThat(ledger.ask(new DueAttempts(9))).isEmpty();
            assertThatThrownBy(() -> ledger.ask(new ShowAttempt(new AttemptId("a"))))
                    .isInstanceOf(RowUnreadable.class);
            assertThat(new AttemptScript(ledger).play(List.of("create c owner=third")))
                    .hasSize(1);
        }
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
