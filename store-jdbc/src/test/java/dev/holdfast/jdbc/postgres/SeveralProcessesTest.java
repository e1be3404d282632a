// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.testkit.Invariants;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several processes on one schema. What becomes of work when they are killed, a test of the command shows. */
class SeveralProcessesTest {
    private static final int PROCESSES = 3;
    private static final int UNITS = 60;

    /** All define the pool, register, submit and settle whatever they get, at once. PF-083. */
    @Test
    void everyUnitIsSettledByOneOfThem() throws Exception {
        try (Schemas schemas = new Schemas()) {
            String schema = schemas.create();
            List<Process> others = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                others.add(OtherProcess.start(schemas.server, schema, i, UNITS));
            }
            int settled = 0;
            for (Process other : others) {
                settled += Integer.parseInt(
                        new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
                assertThat(other.waitFor()).isZero();
            }
            assertThat(settled).isEqualTo(PROCESSES * UNITS);
            PostgresOptions options = PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false);
            try (Ledger ledger = PostgresLedger.open(schemas.source, options)) {
                assertThat(ledger.ask(new ShowPool(FaultCases.POOL))
                                .orElseThrow()
                                .count(Status.SUCCEEDED))
                        .isEqualTo(PROCESSES * UNITS);
                assertThat(Invariants.units(ledger))
                        .allSatisfy(unit -> assertThat(unit.past()).hasSize(1));
                Invariants.check(ledger);
            }
        }
    }
}
