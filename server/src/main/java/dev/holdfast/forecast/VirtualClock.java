// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.LedgerClock;

/** A clock that shows what it is set to. Used by one thread. */
final class VirtualClock implements LedgerClock {
    private Moment now;

    VirtualClock(Moment now) {
        this.now = now;
    }

    @Override
    public Moment now() {
        return now;
    }

    void set(Moment moment) {
        now = moment;
    }
}
