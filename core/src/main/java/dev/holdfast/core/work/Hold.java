// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.time.Duration;

/**
 * Keeps a unit that is submitted out of the queue: it is HELD, durable and counted, until somebody promotes or withdraws
 * it, or until its time is over.
 *
 * @param holdFor how long after admission at most; longer than zero. A sweep acts after that, so that it may take one
 *     sweep interval of the pool longer
 * @param then what the sweep does then
 */
public record Hold(Duration holdFor, Then then) {
    /** What becomes of a held unit that nobody has decided about. */
    public enum Then {
        /** It waits to be claimed, as if somebody had promoted it. */
        PROMOTE,
        /** It ends CANCELLED and never runs. */
        WITHDRAW
    }

    /** @throws IllegalArgumentException when the time is not longer than zero */
    public Hold {
        Requirements.checkPositive("holdFor", holdFor);
    }
}
