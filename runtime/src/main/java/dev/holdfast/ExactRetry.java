// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.runtime.logic.BackOff;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.Optional;

/**
 * Sends a command of a caller until it is answered, always the same command, within a bound. Never guesses: a command that
 * may have been applied once is unknown, not unavailable, whatever the later tries said.
 */
final class ExactRetry {
    /** Longer than a failover or a busy file takes, and shorter than callers wait. */
    private static final long BOUND = Duration.ofSeconds(10).toNanos();

    private final Ledger ledger;
    private final Driver driver;

    ExactRetry(Ledger ledger, Driver driver) {
        this.ledger = ledger;
        this.driver = driver;
    }

    /**
     * @throws LedgerUnavailable when nothing was applied
     * @throws OutcomeUnknown when it may have been applied; the cause is the first failure that left that open
     */
    <R extends Decision> R submit(Command<R> command) {
        BackOff backOff = new BackOff(Duration.ofMillis(10), Duration.ofSeconds(1), driver.random());
        long until = Monotonic.later(driver.clock().nanos(), BOUND);
        Optional<OutcomeUnknown> unknown = Optional.empty();
        while (true) {
            LedgerException failure;
            try {
                return ledger.submit(command);
            } catch (OutcomeUnknown e) {
                unknown = unknown.or(() -> Optional.of(e));
                failure = e;
            } catch (LedgerUnavailable e) {
                failure = e;
            }
            if (driver.clock().nanos() >= until || !mayTryAgain(backOff.next())) {
                throw verdict(unknown, failure);
            }
        }
    }

    private boolean mayTryAgain(long pause) {
        try {
            return driver.pause(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static LedgerException verdict(Optional<OutcomeUnknown> unknown, LedgerException failure) {
        return unknown.<LedgerException>map(first -> new OutcomeUnknown(
                        "the submission may or may not have been accepted; submit it again with its key", first))
                .orElse(failure);
    }
}
