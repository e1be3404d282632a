// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** A clock that is moved by hand. Whoever acts on time under such a clock is called on the thread that moves it. */
public interface SteppedClock extends LedgerClock {
    /** Calls {@code action} after every move, in the order of registration. */
    void onStep(Runnable action);
}
