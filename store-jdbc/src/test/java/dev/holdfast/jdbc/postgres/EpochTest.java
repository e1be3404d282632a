// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.jdbc.Some;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fences grow over everything that may have lost commits. */
class EpochTest {
    private static final Schemas SCHEMAS = new Schemas();

    private String schema;

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    @BeforeEach
    void create() {
        schema = SCHEMAS.create();
    }

    private Ledger open() {
        return PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
    }

    private Grant grant(Ledger ledger, String key, long request) {
        Some.submit(ledger, key);
        return Some.claim(ledger, request, 1).getFirst();
    }

    private void prepare(Ledger ledger) {
        Some.define(ledger);
        Some.register(ledger);
    }

    @Test
    void openingAgainKeepsTheEpoch() {
        try (Ledger ledger = open()) {
            prepare(ledger);
            assertThat(grant(ledger, "a", 1).fence().epoch()).isEqualTo(1);
        }
        try (Ledger ledger = open()) {
            assertThat(grant(ledger, "b", 2).fence().epoch()).isEqualTo(1);
        }
    }

    /** What a crash, a restored backup and a promoted standby have in common: the unlogged row is gone. */
    @Test
    void aLedgerInUseNoticesThatTheServerMayHaveLostCommits() {
        try (Ledger ledger = open()) {
            prepare(ledger);
            Grant before = grant(ledger, "a", 1);
            SCHEMAS.execute(schema, "DELETE FROM incarnation");
            Grant after = grant(ledger, "b", 2);
            assertThat(after.fence().epoch()).isEqualTo(2);
            assertThat(after.fence().isNewerThan(before.fence())).isTrue();
            assertThat(Some.succeed(ledger, before)).isInstanceOf(SettleDecision.Accepted.class);
        }
    }

    @Test
    void anotherServerRaisesTheEpoch() {
        try (Ledger ledger = open()) {
            prepare(ledger);
            grant(ledger, "a", 1);
        }
        SCHEMAS.execute(schema, "UPDATE authority SET system_identifier = 'of the server where the dump was made'");
        try (Ledger ledger = open()) {
            assertThat(grant(ledger, "b", 2).fence().epoch()).isEqualTo(2);
        }
    }

    /** Transaction numbers of the server before mean nothing on this one, so that what they say of the inbox does neither. */
    @Test
    void workIsFoundOnAServerWhoseTransactionNumbersAreLower() {
        try (Ledger ledger = open()) {
            prepare(ledger);
            grant(ledger, "a", 1);
        }
        SCHEMAS.execute(schema, "UPDATE pool_log SET mark = '9000000000:9000000000:'");
        SCHEMAS.execute(schema, "UPDATE authority SET system_identifier = 'of the server where the dump was made'");
        try (Ledger ledger = open()) {
            assertThat(grant(ledger, "b", 2).fence().epoch()).isEqualTo(2);
        }
    }

    /** A dump may bring the unlogged row along; the table that it names is not the restored one. */
    @Test
    void aDumpRestoredOnTheSameServerRaisesTheEpoch() {
        try (Ledger ledger = open()) {
            prepare(ledger);
            grant(ledger, "a", 1);
        }
        SCHEMAS.execute(schema, "UPDATE incarnation SET relation = (relation::bigint + 1)::oid");
        try (Ledger ledger = open()) {
            assertThat(grant(ledger, "b", 2).fence().epoch()).isEqualTo(2);
        }
    }

    @Test
    void anotherTimelineRaisesTheEpoch() {
        try (Ledger ledger = open()) {
            prepare(ledger);
            grant(ledger, "a", 1);
        }
        SCHEMAS.execute(schema, "UPDATE authority SET timeline = '000000FF'");
        try (Ledger ledger = open()) {
            assertThat(grant(ledger, "b", 2).fence().epoch()).isEqualTo(2);
        }
    }
}
