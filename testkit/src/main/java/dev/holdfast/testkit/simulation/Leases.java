// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerDecision;
import dev.holdfast.core.work.WorkerOffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Until when each worker lives, from what it was told alone: the measure of who may lose a claim (I16). */
final class Leases {
    private static final class Lease {
        final WorkerOffer offer;
        Moment until;
        boolean healthy = true;
        boolean draining;
        boolean dead;

        Lease(WorkerOffer offer, Moment until) {
            this.offer = offer;
            this.until = until;
        }
    }

    private final World world;
    private final Map<WorkerId, Lease> leases = new HashMap<>();

    Leases(World world) {
        this.world = world;
    }

    Optional<WorkerOffer> offer(WorkerId worker) {
        return Optional.ofNullable(leases.get(worker)).map(lease -> lease.offer);
    }

    boolean isLive(WorkerId worker) {
        Lease lease = leases.get(worker);
        return lease != null && !lease.dead && world.now().isBefore(lease.until);
    }

    private Lease lease(WorkerId worker) {
        return Objects.requireNonNull(leases.get(worker));
    }

    boolean isDraining(WorkerId worker) {
        return lease(worker).draining;
    }

    boolean isHealthy(WorkerId worker) {
        return lease(worker).healthy;
    }

    void observe(Command<?> command, Decision decision) {
        Moment now = world.now();
        if (decision instanceof WorkerDead dead) {
            world.demand(!isLive(dead.worker()), "I16", "%s is called dead before its lease is over", dead.worker());
        }
        switch (command) {
            case RegisterWorker register -> {
                if (decision instanceof WorkerDecision.Registered registered) {
                    Lease old = leases.put(
                            register.offer().worker(), new Lease(register.offer(), now.plus(registered.lease())));
                    world.demand(
                            old == null,
                            "I13",
                            "%s is registered twice",
                            register.offer().worker());
                }
            }
            case Heartbeat beat -> {
                if (decision instanceof HeartbeatDecision.Renewed renewed) {
                    world.demand(isLive(beat.worker()), "I16", "a dead worker %s is renewed", beat.worker());
                    Lease lease = lease(beat.worker());
                    lease.until = lease.until.orLater(now.plus(renewed.lease()));
                    lease.healthy = beat.healthy();
                }
            }
            case DrainWorker drain -> {
                if (decision instanceof WorkerDecision.Done) {
                    lease(drain.worker()).draining = drain.draining();
                }
            }
            case RetireWorker retire ->
                Optional.ofNullable(leases.get(retire.worker())).ifPresent(lease -> lease.dead = true);
            case Sweep sweep -> {
                if (decision instanceof SweepDecision.Swept) {
                    leases.values().stream()
                            .filter(lease -> lease.offer.pools().contains(sweep.pool()))
                            .filter(lease -> !now.isBefore(lease.until))
                            .forEach(lease -> lease.dead = true);
                }
            }
            default -> {}
        }
    }
}
