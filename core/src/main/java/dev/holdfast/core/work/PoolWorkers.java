// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The live workers of a unit's pool: which of them could run it, and what the nearest of the others lack. */
final class PoolWorkers {
    /** In the order of the checks: a worker that fails a later one met more of the demands. */
    private static final List<String> CHECKS = List.of("kind", "guarantee", "capability", "affinity", "resource");

    private final ExplainPage page;
    private final Unit unit;

    PoolWorkers(ExplainPage page) {
        this.page = page;
        this.unit = page.unit();
    }

    Optional<Obstacle> obstacle() {
        List<WorkerRecord> live = page.workers().stream()
                .filter(worker -> worker.isLive(page.now()))
                .filter(worker -> worker.offer().pools().contains(unit.pool()))
                .toList();
        if (live.isEmpty()) {
            return Optional.of(
                    new Obstacle(new Explanation.NoWorker(), new Condition.WorkerOffers(Optional.empty(), demands())));
        }
        List<WorkerRecord> eligible = new ArrayList<>();
        Optional<WorkerRecord> nearest = Optional.empty();
        for (WorkerRecord worker : live) {
            if (missing(worker).isEmpty()) {
                eligible.add(worker);
            } else if (nearest.isEmpty() || check(worker) > check(nearest.get())) {
                nearest = Optional.of(worker);
            }
        }
        if (eligible.isEmpty()) {
            List<Condition.Offer> missing = missing(nearest.orElseThrow());
            Condition.Offer first = missing.getFirst();
            return Optional.of(new Obstacle(
                    new Explanation.NoEligibleWorker(first.what(), first.value()),
                    new Condition.WorkerOffers(nearest.map(WorkerRecord::id), missing)));
        }
        return eligible.stream().anyMatch(this::isFree)
                ? Optional.empty()
                : Optional.of(new Obstacle(
                        new Explanation.WorkersBusy(eligible.size()), new Condition.WorkerFree(eligible.size())));
    }

    private int check(WorkerRecord worker) {
        return CHECKS.indexOf(missing(worker).getFirst().what());
    }

    /** All that a worker has to offer to run the unit. */
    private List<Condition.Offer> demands() {
        Eligibility eligibility = unit.requirements().eligibility();
        List<Condition.Offer> demands = new ArrayList<>();
        demands.add(new Condition.Offer("kind", eligibility.kind(), 0));
        demands.add(new Condition.Offer("guarantee", eligibility.guarantee().name(), 0));
        eligibility.capabilities().forEach(name -> demands.add(new Condition.Offer("capability", name, 0)));
        eligibility.affinity().ifPresent(name -> demands.add(new Condition.Offer("affinity", name, 0)));
        unit.requirements()
                .needs()
                .demand()
                .forEach((name, units) -> demands.add(new Condition.Offer("resource", name, units)));
        return demands;
    }

    private List<Condition.Offer> missing(WorkerRecord worker) {
        WorkerOffer offer = worker.offer();
        return demands().stream()
                .filter(demand -> !switch (demand.what()) {
                    case "kind" -> offer.kinds().contains(demand.value());
                    case "guarantee" -> offer.guarantees().contains(Guarantee.valueOf(demand.value()));
                    case "capability" -> offer.capabilities().contains(demand.value());
                    case "affinity" -> offer.affinities().contains(demand.value());
                    default -> offer.resources().getOrDefault(demand.value(), 0L) >= demand.units();
                })
                .toList();
    }

    private boolean isFree(WorkerRecord worker) {
        if (!worker.healthy()
                || worker.draining()
                || used(Account.workerClaims(worker.id())) >= worker.offer().maxClaims()) {
            return false;
        }
        for (Map.Entry<String, Long> need : unit.requirements().needs().demand().entrySet()) {
            long has = worker.offer().resources().getOrDefault(need.getKey(), 0L);
            if (has - used(Account.workerResource(worker.id(), need.getKey())) < need.getValue()) {
                return false;
            }
        }
        return true;
    }

    private long used(Account account) {
        return page.used().getOrDefault(account, 0L);
    }
}
