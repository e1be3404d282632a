// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How a history runs. Immutable.
 *
 * @param ledger makes the empty ledger under test, over the clock it is given; it must decide on the calling thread
 * @param works how many units are submitted, at least 1
 * @param breaking how long, in virtual time, faults go on
 * @param clockJumps whether the ledger's clock is among what goes wrong
 * @param healing within what virtual time after that everything has to end
 * @param listener is told every line of the time line
 */
public record Options(
        Function<LedgerClock, Ledger> ledger,
        int works,
        Duration breaking,
        boolean clockJumps,
        Duration healing,
        Optional<Consumer<String>> listener) {
    /** 40 units over the memory ledger, 40 seconds of faults; ten minutes to end are three times the longest seen. */
    public static Options standard() {
        return new Options(
                MemoryLedger::create, 40, Duration.ofSeconds(40), true, Duration.ofMinutes(10), Optional.empty());
    }

    public Options withLedger(Function<LedgerClock, Ledger> value) {
        return new Options(value, works, breaking, clockJumps, healing, listener);
    }

    public Options withSteadyClock() {
        return new Options(ledger, works, breaking, false, healing, listener);
    }

    public Options withListener(Consumer<String> value) {
        return new Options(ledger, works, breaking, clockJumps, healing, Optional.of(value));
    }
}
