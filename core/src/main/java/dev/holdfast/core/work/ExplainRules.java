// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the one reason of an {@link Explanation}, in the order in which the claim would stop. */
public final class ExplainRules {
    private ExplainRules() {}

    public static Explanation explain(ExplainPage page) {
        return switch (page.unit().state()) {
            case WorkState.Ended ended -> new Explanation.Ended(ended.status(), ended.code(), ended.at());
            case WorkState.Claimed held ->
                new Explanation.Running(
                        held.claim().worker(),
                        held.claim().fence(),
                        held.claim().claimedAt());
            case WorkState.Uncertain uncertain ->
                new Explanation.WaitsForEvidence(uncertain.fence(), uncertain.reason(), uncertain.since());
            case WorkState.Queued queued -> waits(queued, page);
        };
    }

    private static Explanation waits(WorkState.Queued queued, ExplainPage page) {
        Unit unit = page.unit();
        if (unit.startBy().filter(page.now()::isAfter).isPresent()) {
            return new Explanation.TooLate(unit.startBy().get());
        }
        if (queued.due().isAfter(page.now())) {
            return new Explanation.NotDue(queued.due().since(page.now()));
        }
        if (page.pool().paused()) {
            return new Explanation.PoolPaused();
        }
        Optional<Explanation> limit = sharedLimit(unit, page);
        if (limit.isPresent() && limit.get() instanceof Explanation.NeverFits) {
            return limit.get();
        }
        Explanation workers = workers(unit, page);
        boolean nobody = workers instanceof Explanation.NoWorker || workers instanceof Explanation.NoEligibleWorker;
        return nobody ? workers : limit.orElse(workers);
    }

    /** What stops it whoever claims. */
    private static Optional<Explanation> sharedLimit(Unit unit, ExplainPage page) {
        Pool pool = page.pool();
        long live = page.used().getOrDefault(Account.poolClaims(pool.id()), 0L);
        Explanation reached = null;
        if (live >= pool.policy().maxLiveClaims()) {
            reached = new Explanation.LimitReached(
                    Account.poolClaims(pool.id()), 1, pool.policy().maxLiveClaims(), live);
        }
        WorkerOffer nobody = anyOffer(page);
        for (Charges.Charge charge :
                Charges.limited(pool.id(), pool.policy(), unit.requirements().needs(), nobody)) {
            if (!charge.account().scope().isShared()) {
                continue;
            }
            if (charge.amount() > charge.limit()) {
                return Optional.of(new Explanation.NeverFits(charge.account(), charge.amount(), charge.limit()));
            }
            long used = page.used().getOrDefault(charge.account(), 0L);
            if (reached == null && charge.limit() - used < charge.amount()) {
                reached = new Explanation.LimitReached(charge.account(), charge.amount(), charge.limit(), used);
            }
        }
        return Optional.ofNullable(reached);
    }

    private static WorkerOffer anyOffer(ExplainPage page) {
        return WorkerOffer.of(
                new dev.holdfast.core.WorkerId("nobody"),
                java.util.Set.of(page.pool().id()),
                java.util.Set.of("nothing"),
                1);
    }

    private static Explanation workers(Unit unit, ExplainPage page) {
        List<WorkerRecord> live = page.workers().stream()
                .filter(worker -> worker.isLive(page.now()))
                .filter(worker -> worker.offer().pools().contains(unit.pool()))
                .toList();
        if (live.isEmpty()) {
            return new Explanation.NoWorker();
        }
        List<WorkerRecord> eligible = new ArrayList<>();
        Optional<Eligibility.Misfit> nearest = Optional.empty();
        for (WorkerRecord worker : live) {
            Optional<Eligibility.Misfit> misfit =
                    unit.requirements().eligibility().misfit(worker.offer()).or(() -> tooSmall(unit, worker));
            if (misfit.isEmpty()) {
                eligible.add(worker);
            }
            nearest = closer(nearest, misfit);
        }
        if (eligible.isEmpty()) {
            return new Explanation.NoEligibleWorker(
                    nearest.orElseThrow().what(), nearest.orElseThrow().value());
        }
        boolean anyFree = eligible.stream().anyMatch(worker -> isFree(worker, unit, page));
        return anyFree ? new Explanation.ItsTurnComes() : new Explanation.WorkersBusy(eligible.size());
    }

    private static Optional<Eligibility.Misfit> tooSmall(Unit unit, WorkerRecord worker) {
        return unit.requirements().needs().demand().entrySet().stream()
                .filter(need -> need.getValue() > worker.offer().resources().getOrDefault(need.getKey(), 0L))
                .findFirst()
                .map(need -> new Eligibility.Misfit("resource", need.getKey()));
    }

    /** Of two misfits the one that is found later in the order of the checks: that worker met more of the demands. */
    private static Optional<Eligibility.Misfit> closer(Optional<Eligibility.Misfit> a, Optional<Eligibility.Misfit> b) {
        List<String> order = List.of("kind", "guarantee", "capability", "affinity", "resource");
        if (a.isEmpty() || b.isEmpty()) {
            return a.or(() -> b);
        }
        return order.indexOf(b.get().what()) > order.indexOf(a.get().what()) ? b : a;
    }

    private static boolean isFree(WorkerRecord worker, Unit unit, ExplainPage page) {
        if (!worker.healthy()
                || worker.draining()
                || page.used().getOrDefault(Account.workerClaims(worker.id()), 0L)
                        >= worker.offer().maxClaims()) {
            return false;
        }
        return unit.requirements().needs().demand().entrySet().stream().allMatch(need -> {
            long used = page.used().getOrDefault(Account.workerResource(worker.id(), need.getKey()), 0L);
            return worker.offer().resources().getOrDefault(need.getKey(), 0L) - used >= need.getValue();
        });
    }
}
