// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.Moment;

/** The clock of a store that has none of its own. Thread-safe; may stand still and may jump. */
public interface LedgerClock {
    Moment now();

    /** The machine's clock: the one place in the product where it is read. */
    static LedgerClock system() {
        return () -> Moment.of(java.time.Instant.now());
    }
}
