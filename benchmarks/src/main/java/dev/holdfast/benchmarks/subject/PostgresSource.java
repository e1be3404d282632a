// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.benchmarks.run.Database;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.postgres.PostgresLedger;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.jdbc.postgres.PostgresSchema;
import java.sql.SQLException;

/** Holdfast's production store, in a schema of its own. */
record PostgresSource(Database database, boolean notifications) implements LedgerSource {
    static final String SCHEMA = "holdfast_bench";

    /** Beyond what callers use: the store's own, such as the one that listens. */
    private static final int MORE_CONNECTIONS = 4;

    private static final int LIVED = 10_000;
    private static final int COPIED_AT_ONCE = 1_000_000;

    @Override
    public void create() throws SQLException {
        database.execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
        try (HikariDataSource pool = database.pool(1)) {
            PostgresSchema.ensureCreated(pool, SCHEMA);
        }
    }

    @Override
    public Ledger open(int connections) {
        return PostgresLedger.open(
                database.pool(connections + MORE_CONNECTIONS),
                PostgresOptions.DEFAULT.withSchema(SCHEMA).withNotifications(notifications));
    }

    /** Lives the first lives and copies them, under new names and places, by as little SQL as the schema allows. */
    @Override
    public void fillHistory(Ledger ledger, Units units, int count) throws Exception {
        History.live(ledger, units, Math.min(LIVED, count));
        for (int from = LIVED; from < count; from += COPIED_AT_ONCE) {
            int to = Math.min(count, from + COPIED_AT_ONCE);
            database.execute(
                    "SET search_path = " + SCHEMA,
                    """
                    CREATE TEMP TABLE copy AS
                    SELECT r.*
                    FROM (SELECT * FROM unit_history WHERE idempotency_key NOT LIKE 'copy-%%' LIMIT 1) h,
                        generate_series(%d, %d) n,
                        LATERAL jsonb_populate_record(h.*::unit_history, jsonb_build_object(
                            'seq', nextval('unit_seq'), 'id', md5(n::text), 'idempotency_key', 'copy-' || n)) r
                    """.formatted(from + 1, to),
                    "INSERT INTO unit_history SELECT * FROM copy",
                    """
                    INSERT INTO unit_id (id, seq, key_until)
                    SELECT id, seq, (SELECT max(key_until) FROM unit_id) FROM copy\
                    """,
                    "DROP TABLE copy");
        }
    }

    @Override
    public void settleDown() throws SQLException {
        database.settleDown();
    }
}
