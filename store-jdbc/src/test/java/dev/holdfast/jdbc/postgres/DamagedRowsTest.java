// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.jdbc.Some;
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
        return PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
    }

    @Test
    void unitsBesideADamagedOneAreClaimedAndSettled() {
        SCHEMAS.execute(schema, "UPDATE unit SET options = 'damaged' WHERE idempotency_key = 'b'");

        assertThat(claimedAndSettled()).containsExactly("a", "c");
    }

    @Test
    void workersBesideADamagedOneClaimAndSettle() {
        SCHEMAS.execute(schema, "UPDATE worker SET offer = 'damaged' WHERE name = 'damaged'");

        assertThat(claimedAndSettled()).containsExactly("a", "b", "c");
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
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }
}
