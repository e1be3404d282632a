// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import java.time.Duration;

/**
 * A registered worker.
 *
 * @param lease the shortest worker lease of its pools
 * @param dead for ever
 */
public record WorkerRecord(
        WorkerOffer offer,
        Moment registeredAt,
        Moment leaseUntil,
        Duration lease,
        boolean healthy,
        boolean draining,
        boolean dead) {
    public WorkerId id() {
        return offer.worker();
    }

    /** A lease runs up to, and not including, its last moment. */
    public boolean isLive(Moment now) {
        return !dead && now.isBefore(leaseUntil);
    }

    /** Renewal merges by maximum: one that arrives late is subsumed. */
    WorkerRecord renewed(Moment now, boolean isHealthy) {
        return new WorkerRecord(
                offer, registeredAt, leaseUntil.orLater(now.plus(lease)), lease, isHealthy, draining, dead);
    }

    WorkerRecord withDraining(boolean value) {
        return new WorkerRecord(offer, registeredAt, leaseUntil, lease, healthy, value, dead);
    }

    WorkerRecord died() {
        return new WorkerRecord(offer, registeredAt, leaseUntil, lease, healthy, draining, true);
    }
}
