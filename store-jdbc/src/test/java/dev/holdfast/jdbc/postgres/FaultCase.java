// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Command;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.testkit.ManualClock;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One sort of command, with what has to be there before it.
 *
 * @param elsewhere whether another process made what is there, so that this one knows nothing of it
 * @param before makes what the commands are about
 * @param commands sent together; made from what is there
 */
record FaultCase(
        String name,
        boolean elsewhere,
        BiConsumer<Ledger, ManualClock> before,
        Function<Ledger, List<? extends Command<?>>> commands) {
    static FaultCase of(
            String name,
            BiConsumer<Ledger, ManualClock> before,
            Function<Ledger, List<? extends Command<?>>> commands) {
        return new FaultCase(name, false, before, commands);
    }

    FaultCase madeElsewhere() {
        return new FaultCase(name + ", made elsewhere", true, before, commands);
    }

    @Override
    public String toString() {
        return name;
    }
}
