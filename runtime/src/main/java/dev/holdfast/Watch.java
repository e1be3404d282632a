// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.Monotonic;

/**
 * Ends on time what must end: the trust in a lease that is not renewed, and runs past their limit. Never calls the ledger,
 * so that it is never late because the ledger is slow.
 */
final class Watch implements Step {
    private final Registration registration;
    private final HeldClaims held;
    private final Reports reports;
    private final Monotonic clock;

    Watch(Registration registration, HeldClaims held, Reports reports, Monotonic clock) {
        this.registration = registration;
        this.held = held;
        this.reports = reports;
        this.clock = clock;
    }

    @Override
    public long run() {
        long trustedUntil = registration.watch();
        for (Held claim : held.overRunLimit(clock.nanos())) {
            if (claim.lose()) {
                reports.lost(claim, "its run limit has passed");
            }
        }
        return Math.min(trustedUntil, held.nextRunLimit());
    }
}
