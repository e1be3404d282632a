// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What goes wrong in the first phase of a history. */
enum Fault {
    REQUEST_LOST(80),
    REPLY_LOST(80),
    DUPLICATED(80),
    /** By more than a lease, so that old messages overtake many new ones. */
    DELAYED(40),
    /** A worker vanishes; asked once a second. */
    CRASH(50),
    /** A worker stops, then goes on as if nothing had happened; asked once a second. */
    PAUSE(50),
    /** The ledger's clock; asked once a second. */
    CLOCK_BACK(40),
    CLOCK_FORWARD(40),
    /** By so much that what was sent after it comes before it. */
    REORDERED(60),
    /** The ledger decides, and its caller is told at once that nobody knows whether it did. */
    OUTCOME_UNKNOWN(40),
    /** For some seconds nobody gets through to the ledger; asked once a second. */
    STORE_ABSENT(30),
    /** For some seconds every command waits before it is decided; asked once a second. */
    STORE_SLOW(30);

    private final int usual;

    Fault(int usualPermille) {
        this.usual = usualPermille;
    }

    /** Each history has a mix of its own: a fault that is absent lets others reach further. */
    static Map<Fault, Integer> drawRates(Dice dice) {
        Map<Fault, Integer> rates = new EnumMap<>(Fault.class);
        for (Fault fault : values()) {
            rates.put(fault, fault.usual * dice.pick(List.of(0, 1, 1, 4)));
        }
        return rates;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
