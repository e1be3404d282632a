// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The life of a worker. DEAD is for ever: a lease that ran out is found by every command about the worker, whether or not
 * a sweep has marked it.
 *
 * <pre>
 * register  1 known: another offer              OfferConflict
 *           2 known: dead or its lease over     WorkerDead
 *           3 known                             Repeated (does not extend the lease)
 *           4 a pool is unknown                 PoolUnknown
 *           5                                   Registered
 * drain     1 unknown 2 dead 3 so already: Repeated 4 Draining or Accepting
 * retire    1 unknown 2 marked dead: Repeated 3 Retired
 * heartbeat {@link HeartbeatRules}
 * </pre>
 */
public final class WorkerRules {
    private WorkerRules() {}

    public static Save<WorkerDecision> register(RegisterWorker command, WorkerPage page) {
        WorkerOffer offer = command.offer();
        if (page.worker().isPresent()) {
            WorkerRecord known = page.worker().get();
            if (!known.offer().equals(offer)) {
                return Save.nothing(new WorkerDecision.OfferConflict(differences(known.offer(), offer)));
            }
            return Save.nothing(known.isLive(page.now()) ? new WorkerDecision.Repeated() : new WorkerDead(known.id()));
        }
        Optional<Duration> shortest = Optional.empty();
        for (PoolId pool : offer.pools()) {
            Pool known = page.pools().get(pool);
            if (known == null) {
                return Save.nothing(new PoolUnknown(pool));
            }
            Duration poolLease = known.policy().workerLease();
            shortest = Optional.of(
                    shortest.filter(other -> other.compareTo(poolLease) <= 0).orElse(poolLease));
        }
        Duration lease = shortest.orElseThrow();
        WorkerRecord worker = new WorkerRecord(offer, page.now(), page.now().plus(lease), lease, true, false, false);
        return new Save<>(Changes.of(worker), new WorkerDecision.Registered(lease));
    }

    public static Save<WorkerDecision> drain(DrainWorker command, WorkerPage page) {
        if (page.worker().isEmpty()) {
            return Save.nothing(new WorkerUnknown(command.worker()));
        }
        WorkerRecord worker = page.worker().get();
        if (!worker.isLive(page.now())) {
            return Save.nothing(new WorkerDead(worker.id()));
        }
        if (worker.draining() == command.draining()) {
            return Save.nothing(new WorkerDecision.Repeated());
        }
        return Save.audited(
                Changes.of(worker.withDraining(command.draining())),
                command,
                command.draining() ? new WorkerDecision.Draining() : new WorkerDecision.Accepting(),
                page.now());
    }

    public static Save<WorkerDecision> retire(RetireWorker command, WorkerPage page) {
        if (page.worker().isEmpty()) {
            return Save.nothing(new WorkerUnknown(command.worker()));
        }
        WorkerRecord worker = page.worker().get();
        return worker.dead()
                ? Save.nothing(new WorkerDecision.Repeated())
                : new Save<>(Changes.of(worker.died()), new WorkerDecision.Retired());
    }

    private static List<String> differences(WorkerOffer a, WorkerOffer b) {
        Differences found = new Differences();
        found.compare("pools", a.pools(), b.pools());
        found.compare("kinds", a.kinds(), b.kinds());
        found.compare("guarantees", a.guarantees(), b.guarantees());
        found.compare("capabilities", a.capabilities(), b.capabilities());
        found.compare("affinities", a.affinities(), b.affinities());
        found.compare("resources", a.resources(), b.resources());
        found.compare("maxClaims", a.maxClaims(), b.maxClaims());
        found.compare("definitions", a.definitions(), b.definitions());
        found.compare("irVersions", a.irVersions(), b.irVersions());
        return found.names();
    }
}
