// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.testkit.AttemptConformance;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/** The PostgreSQL ledger against the suite for attempts: a schema that was opened twice. */
class PostgresAttemptConformanceTest extends AttemptConformance {
    private static final Schemas SCHEMAS = new Schemas();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    @Override
    protected List<Ledger> open(LedgerClock clock) {
        return SCHEMAS.openTwice(PostgresOptions.DEFAULT.withClock(clock));
    }

    @Override
    protected int walks() {
        return 4;
    }
}
