// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.AttemptDamage;
import dev.holdfast.jdbc.Finding;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be of attempts is found in a schema. */
class AttemptDamageTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final String SCHEMA = SCHEMAS.create();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    static Stream<String> damages() {
        return AttemptDamage.ALL.lines();
    }

    @ParameterizedTest
    @MethodSource("damages")
    void isFound(String damage) {
        SCHEMAS.emptied(SCHEMA);
        PostgresOptions options = PostgresOptions.DEFAULT.withSchema(SCHEMA).withNotifications(false);
        try (Ledger ledger = PostgresLedger.open(SCHEMAS.source, options, () -> {})) {
            AttemptDamage.fill(ledger);
        }
        assertThat(PostgresMaintenance.check(SCHEMAS.source, SCHEMA)).isEmpty();

        String[] parts = damage.split("\\|");
        SCHEMAS.execute(SCHEMA, parts[0]);
        assertThat(PostgresMaintenance.check(SCHEMAS.source, SCHEMA))
                .filteredOn(finding -> finding.code().equals("attempt"))
                .extracting(Finding::problem)
                .contains(parts[1].strip());
    }
}
