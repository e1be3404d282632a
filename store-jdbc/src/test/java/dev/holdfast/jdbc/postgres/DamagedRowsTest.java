// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.jdbc.Some;
import dev.holdfast.jdbc.Unreadables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** PF-152: rows that somebody has damaged, so that no program can read them, and the work of all others. */
class DamagedRowsTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final WorkerId DAMAGED = new WorkerId("damaged");

    private final String schema = SCHEMAS.create();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    /** Another process than the one that claims, which remembers what it has written. */
    @BeforeEach
    void fill() {
        try (Ledger ledger = open()) {
            Some.define(ledger);
            Some.register(ledger);
            Sample.register(ledger, DAMAGED);
            Some.submit(ledger, "a", "b", "c");
        }
    }

    private Ledger open() {
        return open(schema);
    }

    private static Ledger open(String schema) {
        return PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
    }

    @Test
    void unitsBesideADamagedOneAreClaimedAndSettled() {
        SCHEMAS.execute(schema, "UPDATE unit SET options = 'damaged' WHERE idempotency_key = 'b'");

        assertThat(claimedAndSettled()).containsExactly("a", "c");
    }

    @Test
    void unitsThatAreClaimedTogetherWithADamagedOneAreHandedOut() {
        SCHEMAS.execute(schema, "UPDATE unit SET options = 'damaged' WHERE idempotency_key = 'b'");

        try (Ledger ledger = open()) {
            assertThat(Some.claim(ledger, 1, 9))
                    .extracting(grant -> grant.submission().key().value())
                    .containsExactly("a", "c");
        }
    }

    @Test
    void workersBesideADamagedOneClaimAndSettle() {
        SCHEMAS.execute(schema, "UPDATE worker SET offer = 'damaged' WHERE name = 'damaged'");

        assertThat(claimedAndSettled()).containsExactly("a", "b", "c");
    }

    @Test
    void everythingElseGoesOnAndDoctorNamesThem() {
        String other = SCHEMAS.create();
        try (Ledger ledger = open(other)) {
            Unreadables.fill(ledger);
        }
        Unreadables.DAMAGE.forEach(statement -> SCHEMAS.execute(other, statement));
        SCHEMAS.execute(other, "UPDATE unit SET options = 'damaged' WHERE idempotency_key = 'damaged'");

        Unreadables.checkFindings(PostgresMaintenance.check(SCHEMAS.source, other));
        try (Ledger ledger = open(other)) {
            Unreadables.check(ledger, () -> SCHEMAS.execute(other, """
                UPDATE worker_lease SET lease_until = 1
                WHERE worker = (SELECT id FROM worker WHERE name = 'damaged')\
                """));
        }
    }

    private List<String> claimedAndSettled() {
        List<String> keys = new ArrayList<>();
        try (Ledger ledger = open()) {
            for (int request = 0; request < 6; request++) {
                for (Grant grant : claim(ledger, request)) {
                    keys.add(grant.submission().key().value());
                    assertThat(Some.succeed(ledger, grant)).isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
                }
            }
        }
        return keys;
    }

    /** Nothing where the one unit that was granted could not be read. */
    private static List<Grant> claim(Ledger ledger, int request) {
        try {
            return Some.claim(ledger, request, 1);
        } catch (RowUnreadable e) {
            return List.of();
        }
    }
}
