// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Migrations;
import dev.holdfast.jdbc.Some;
import dev.holdfast.jdbc.Uncertain;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What uncertain work keeps is proved by doctor, told as an alarm, and counted in schemas of before. */
class QuarantineTest {
    private static final Schemas SCHEMAS = new Schemas();

    /** What the step to this schema makes, taken back. */
    private static final String BEFORE = """
        DELETE FROM account_log WHERE account LIKE 'QUARANTINED%';
        UPDATE inbox SET accounts = NULL, amounts = NULL;
        UPDATE turn t SET fits_at = t.fits_at + d.most FROM domain_limit d WHERE t.phase = 2 AND t.lacking = d.account;
        UPDATE lane SET accounts = (SELECT array_agg(a) FROM unnest(accounts) a WHERE NOT starts_with(a, 'QUARANTINED'))
        WHERE needs <> '';
        DROP TABLE domain_limit;
        DO $do$ DECLARE f text; BEGIN
            FOR f IN SELECT oid::regprocedure FROM pg_proc
                WHERE proname = 'claim_load_v10' AND pronamespace = current_schema()::regnamespace
            LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP;
        END $do$
        """;

    private final String schema = SCHEMAS.create();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private Ledger open() {
        return PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
    }

    private List<Finding> check() {
        return PostgresMaintenance.check(SCHEMAS.source, schema);
    }

    @Test
    void doctorProvesWhatIsQuarantinedAndCountsItAgain() {
        try (Ledger ledger = open()) {
            Uncertain.in(ledger);
            assertThat(check()).isEmpty();

            SCHEMAS.execute(schema, "UPDATE account_log SET used = 2 WHERE account LIKE 'QUARANTINED_CLAIMS%'");

            assertThat(check())
                    .extracting(Finding::problem)
                    .containsExactly("quarantined claims of domain d\\1: counted 2, are 3");
            assertThat(PostgresMaintenance.repair(SCHEMAS.source, schema)).hasSize(1);
            assertThat(check()).isEmpty();
            assertThat(Uncertain.quarantined(ledger)).isEqualTo(Uncertain.all());
        }
    }

    @Test
    void alarmsNameWhatWaitsForTooLongAndWhatIsFree() {
        try (Ledger ledger = open()) {
            List<Grant> held = Uncertain.in(ledger);
            assertThat(PostgresMaintenance.alarms(SCHEMAS.source, schema))
                    .extracting(Finding::code)
                    .containsExactly("escalated", "quarantine");
            for (Grant grant : held) {
                ledger.submit(new Resolve(grant.work(), grant.fence(), new Resolution.Failed("gone"), "log", "ann"));
            }
            assertThat(PostgresMaintenance.alarms(SCHEMAS.source, schema)).isEmpty();
        }
    }

    @Test
    void aSchemaOfBeforeCountsWhatIsUncertainThen() {
        try (Ledger ledger = open()) {
            Uncertain.in(ledger);
        }
        SCHEMAS.execute(schema, BEFORE);

        SCHEMAS.execute(schema, Migrations.read(PostgresSchema.class, "V1.10__domains.sql"));
        SCHEMAS.execute(schema, "ALTER TABLE domain_limit ADD COLUMN domain text"); // of a later step

        try (Ledger ledger = open()) {
            assertThat(Uncertain.quarantined(ledger)).isEqualTo(Uncertain.all());
            assertThat(check()).isEmpty();
            assertThat(Some.claim(ledger, 3, 9)).as("the domain is full").isEmpty();
        }
    }
}
