// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The live workers of a unit's pool: which of them could run it, and what the nearest of the others lack. */
final class PoolWorkers {
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
        if (eligible.stream().anyMatch(worker -> busy(worker, page.kept()).isEmpty() && takes(worker))) {
            return Optional.empty();
        }
        Optional<Account> kept = eligible.stream()
                .filter(worker -> busy(worker, Map.of()).isEmpty() && takes(worker))
                .findFirst()
                .flatMap(worker -> busy(worker, page.kept()));
        Explanation reason = kept.isPresent()
                ? Obstacle.roomIsKept(page, kept.get(), needs(kept.get()))
                : new Explanation.WorkersBusy(eligible.size());
        return Optional.of(new Obstacle(reason, new Condition.WorkerFree(eligible.size())));
    }

    /** In the order of the checks: a worker that fails a later one met more of the demands. */
    private int check(WorkerRecord worker) {
        return Misfit.ORDER.indexOf(missing(worker).getFirst().what());
    }

    /** All that a worker has to offer to run the unit. */
    private List<Condition.Offer> demands() {
        Eligibility eligibility = unit.requirements().eligibility();
        List<Condition.Offer> demands = new ArrayList<>();
        demands.add(new Condition.Offer(Misfit.KIND, eligibility.kind(), 0));
        eligibility
                .definition()
                .ifPresent(each -> demands.add(new Condition.Offer(Misfit.DEFINITION, each.toString(), 0)));
        eligibility.irVersion().ifPresent(name -> demands.add(new Condition.Offer(Misfit.IR_VERSION, name, 0)));
        demands.add(
                new Condition.Offer(Misfit.GUARANTEE, eligibility.guarantee().name(), 0));
        eligibility.capabilities().forEach(name -> demands.add(new Condition.Offer(Misfit.CAPABILITY, name, 0)));
        eligibility.affinity().ifPresent(name -> demands.add(new Condition.Offer(Misfit.AFFINITY, name, 0)));
        unit.requirements()
                .needs()
                .demand()
                .forEach((name, units) -> demands.add(new Condition.Offer(Misfit.RESOURCE, name, units)));
        return demands;
    }

    private List<Condition.Offer> missing(WorkerRecord worker) {
        WorkerOffer offer = worker.offer();
        return demands().stream()
                .filter(demand -> !switch (demand.what()) {
                    case Misfit.KIND -> offer.kinds().contains(demand.value());
                    case Misfit.DEFINITION -> offer.definitions().contains(definition());
                    case Misfit.IR_VERSION -> offer.irVersions().contains(demand.value());
                    case Misfit.GUARANTEE -> offer.guarantees().contains(Guarantee.valueOf(demand.value()));
                    case Misfit.CAPABILITY -> offer.capabilities().contains(demand.value());
                    case Misfit.AFFINITY -> offer.affinities().contains(demand.value());
                    default -> offer.resources().getOrDefault(demand.value(), 0L) >= demand.units();
                })
                .map(demand -> isOtherContent(demand, offer)
                        ? new Condition.Offer(Misfit.FINGERPRINT, demand.value(), 0)
                        : demand)
                .toList();
    }

    private DefinitionReference definition() {
        return unit.requirements().eligibility().definition().orElseThrow();
    }

    private boolean isOtherContent(Condition.Offer demand, WorkerOffer offer) {
        return demand.what().equals(Misfit.DEFINITION)
                && offer.definitions().stream().anyMatch(definition()::isSameRevision);
    }

    private static boolean takes(WorkerRecord worker) {
        return worker.healthy() && !worker.draining();
    }

    /** What of a worker is used up or kept from the unit, if anything is. */
    private Optional<Account> busy(WorkerRecord worker, Map<Account, Long> kept) {
        Account claims = Account.workerClaims(worker.id());
        if (used(claims, kept) >= worker.offer().maxClaims()) {
            return Optional.of(claims);
        }
        for (String name : unit.requirements().needs().demand().keySet()) {
            Account resource = Account.workerResource(worker.id(), name);
            long has = worker.offer().resources().getOrDefault(name, 0L);
            if (has - used(resource, kept) < needs(resource)) {
                return Optional.of(resource);
            }
        }
        return Optional.empty();
    }

    private long needs(Account account) {
        boolean isClaims = account.scope() == Account.Scope.WORKER_CLAIMS;
        return isClaims ? 1 : unit.requirements().needs().demand().getOrDefault(account.what(), 0L);
    }

    private long used(Account account, Map<Account, Long> kept) {
        return page.used().getOrDefault(account, 0L) + kept.getOrDefault(account, 0L);
    }
}
