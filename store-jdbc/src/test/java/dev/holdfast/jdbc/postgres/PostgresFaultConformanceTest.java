// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.testkit.FaultConformance;
import org.junit.jupiter.api.AfterAll;

/** The PostgreSQL ledger against the faults of others. */
class PostgresFaultConformanceTest extends FaultConformance {
    private static final Schemas SCHEMAS = new Schemas();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    @Override
    protected Ledger open(LedgerClock clock) {
        return SCHEMAS.open(PostgresOptions.DEFAULT.withClock(clock));
    }
}
