// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.testkit.AttemptScript;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Which attempts are forgotten with their time. */
class AttemptRetentionTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final Duration MONTH = Duration.ofDays(30);

    private final String schema = SCHEMAS.create();
    private final ManualClock clock = new ManualClock();
    private final Moment today = LedgerClock.system().now();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private void daysAgo(int days) {
        clock.set(today.plus(Duration.ofDays(-days)));
    }

    private static int count(Ledger ledger, String owner) {
        return ledger.ask(new ListAttempts(new ExecutionOwnerId(owner))).size();
    }

    @Test
    void seriesOfWhichNothingIsOpenAreForgottenWhole() {
        PostgresOptions options = PostgresOptions.DEFAULT
                .withSchema(schema)
                .withNotifications(false)
                .withClock(clock);
        try (Ledger ledger = PostgresLedger.open(SCHEMAS.source, options)) {
            AttemptScript script = new AttemptScript(ledger);
            daysAgo(50);
            script.play(List.of("create a1 owner=over", "abandon a1 owner=over"));
            script.play(List.of("create a2 after=a1 owner=over", "begin a2 owner=over", "absent a2 owner=over"));
            script.play(List.of("create b1 owner=owing", "begin b1 owner=owing", "allocate b1 owner=owing"));
            script.play(List.of("declare b1 1 owner=owing"));
            script.play(List.of("create c1 owner=waiting"));
            script.play(List.of("create d1 owner=young", "abandon d1 owner=young"));
            daysAgo(3);
            script.play(List.of("create d2 after=d1 owner=young", "abandon d2 owner=young"));

            assertThat(PostgresMaintenance.retain(SCHEMAS.source, schema, MONTH).attempts())
                    .isEqualTo(2);
            assertThat(count(ledger, "over")).isZero();
            assertThat(count(ledger, "owing")).isEqualTo(1);
            assertThat(count(ledger, "waiting")).isEqualTo(1);
            assertThat(count(ledger, "young")).isEqualTo(2);
            assertThat(PostgresMaintenance.check(SCHEMAS.source, schema)).isEmpty();

            assertThat(script.play(List.of("create a1 owner=over")).toString()).startsWith("[Created[");
            assertThat(PostgresMaintenance.retain(SCHEMAS.source, schema, MONTH).attempts())
                    .isZero();
        }
    }
}
