// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.testkit.LedgerConformance;
import org.junit.jupiter.api.AfterAll;

/** The PostgreSQL ledger against the suite that all ledgers pass. */
class PostgresLedgerConformanceTest extends LedgerConformance {
    private static final Schemas SCHEMAS = new Schemas();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    @Override
    protected Ledger open(LedgerClock clock) {
        return SCHEMAS.open(PostgresOptions.DEFAULT.withClock(clock));
    }

    @Override
    protected int walks() {
        return 4;
    }
}
