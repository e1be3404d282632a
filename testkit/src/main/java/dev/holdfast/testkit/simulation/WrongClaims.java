// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.PolicyBuilder;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Terms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Lies about claims. */
final class WrongClaims {
    private WrongClaims() {}

    static ClaimStep counterNotRaised(ClaimPage page, ClaimStep step) {
        return step instanceof ClaimStep.Take take
                ? take(
                        take,
                        pool(
                                take.changes().pool(),
                                take.changes().pool().paused(),
                                page.pool().orElseThrow().counter()),
                        take.changes().turns())
                : step;
    }

    static ClaimStep parkedForEver(ClaimPage page, ClaimStep step) {
        return step instanceof ClaimStep.Take take
                ? take(
                        take,
                        take.changes().pool(),
                        take.changes().turns().stream()
                                .map(WrongClaims::neverFitting)
                                .toList())
                : step;
    }

    static ClaimPage nothingUsed(ClaimPage page) {
        return page(page, page.pool(), page.remembered(), Map.of());
    }

    /** What uncertain units keep is taken for free. */
    static ClaimPage nothingQuarantined(ClaimPage page) {
        Map<Account, Long> used = new HashMap<>(page.used());
        used.keySet()
                .removeIf(account -> account.scope() == Account.Scope.QUARANTINED_CLAIMS
                        || account.scope() == Account.Scope.QUARANTINED_RESOURCE);
        return page(page, page.pool(), page.remembered(), used);
    }

    static ClaimPage nothingRemembered(ClaimPage page) {
        return page(page, page.pool(), Optional.empty(), page.used());
    }

    static ClaimPage neverPaused(ClaimPage page) {
        return page(page, page.pool().map(pool -> pool(pool, false, pool.counter())), page.remembered(), page.used());
    }

    static ClaimPage strictBands(ClaimPage page) {
        return under(page, policy -> policy.order(new BandOrder.Strict()));
    }

    static ClaimPage keysWithoutLimits(ClaimPage page) {
        Fairness.Cost cost =
                page.pool().map(pool -> pool.policy().fairness().cost()).orElse(Fairness.EQUAL.cost());
        return under(page, policy -> policy.fairness(Fairness.EQUAL.withCost(cost)));
    }

    private static ClaimPage under(ClaimPage page, UnaryOperator<PolicyBuilder> change) {
        return page(
                page,
                page.pool()
                        .map(pool -> pool.withTerms(new Terms(
                                pool.revision(),
                                change.apply(pool.policy().change()).build(),
                                pool.sources()))),
                page.remembered(),
                page.used());
    }

    private static ClaimStep.Turn neverFitting(ClaimStep.Turn turn) {
        return turn instanceof ClaimStep.Turn.Parked parked
                ? new ClaimStep.Turn.Parked(parked.lane(), parked.lacking(), -1, parked.blocked())
                : turn;
    }

    private static ClaimStep.Take take(ClaimStep.Take take, Pool pool, List<ClaimStep.Turn> turns) {
        ClaimStep.ClaimChanges all = take.changes();
        return new ClaimStep.Take(
                new ClaimStep.ClaimChanges(
                        pool,
                        all.sequences(),
                        all.fences(),
                        all.fares(),
                        turns,
                        all.tags(),
                        all.additions(),
                        all.remember()),
                take.again(),
                take.otherwise(),
                take.more());
    }

    private static Pool pool(Pool pool, boolean paused, long counter) {
        return new Pool(
                pool.id(),
                pool.revision(),
                pool.policy(),
                pool.sources(),
                paused,
                counter,
                pool.clocks(),
                pool.time(),
                pool.sweptAt(),
                pool.reservation());
    }

    private static ClaimPage page(
            ClaimPage page, Optional<Pool> pool, Optional<ClaimPage.Remembered> remembered, Map<Account, Long> used) {
        return new ClaimPage(
                page.now(),
                page.epoch(),
                pool,
                page.worker(),
                remembered,
                page.newClasses(),
                page.lanes(),
                page.horizon(),
                page.reserved(),
                page.overdue(),
                used,
                page.sharedDomains(),
                page.owed(),
                page.nextDue());
    }
}
