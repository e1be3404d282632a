// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import java.time.Duration;

/**
 * What a worker may believe of its lease.
 *
 * <p>The ledger counts a lease from when it answers; the worker counts it from before it asked. So the worker's view
 * always ends first, whatever the network, a pause or a sleep of the machine did in between. At {@value #TRUSTED_PERCENT} % of it the worker stops
 * trusting the lease: that leaves a fifth of it, 6 s of the usual 30 s, for handlers to see the interruption and end before
 * anybody else can be given their work.
 *
 * @param from when the request that the ledger answered was sent
 * @param length in nanoseconds; 0 when no lease is known
 */
public record LeaseWatch(long from, long length) {
    public static final int TRUSTED_PERCENT = 80;

    /** Registered, but the ledger has not said how long for. */
    public static final LeaseWatch UNKNOWN = new LeaseWatch(0, 0);

    public static LeaseWatch of(long sentAt, Duration lease) {
        return new LeaseWatch(sentAt, lease.toNanos());
    }

    /** Answers may overtake each other; the one to the latest request counts. */
    public LeaseWatch renewed(long sentAt, Duration lease) {
        return length == 0 || sentAt >= from ? of(sentAt, lease) : this;
    }

    public boolean isKnown() {
        return length > 0;
    }

    /** From this moment on nothing new may start. */
    public long trustedUntil() {
        return isKnown() ? Monotonic.later(from, length / 100 * TRUSTED_PERCENT) : Monotonic.NEVER;
    }

    public boolean isTrusted(long now) {
        return isKnown() && now < trustedUntil();
    }

    /** Three heartbeats fit into a lease: two may be lost. */
    public long interval() {
        return length / 3;
    }
}
