// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.core.ledger.Ledger;

/** A ledger with a pool and a backlog in it. */
final class Prepared {
    private Prepared() {}

    /** Makes and fills the ledger, unless {@code prepare=false} says that another process has. */
    static Ledger open(Arguments arguments, int backlog, int connections) throws Exception {
        LedgerSource source = LedgerSource.of(arguments);
        boolean prepare = arguments.flag("prepare", true);
        if (prepare) {
            source.create();
        }
        Ledger ledger = source.open(connections);
        if (prepare) {
            Units units = Units.in(ledger, arguments);
            int history = arguments.number("history", 0);
            if (history > 0) {
                source.fillHistory(ledger, units, history);
            }
            units.load(backlog);
            source.settleDown();
        }
        return ledger;
    }
}
