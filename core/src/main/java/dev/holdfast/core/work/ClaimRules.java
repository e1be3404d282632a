// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A claim. Guards, in order:
 *
 * <pre>
 *  1 no such pool                                         PoolUnknown
 *  2 the request was answered with grants before          Granted again; ended ones as spent
 *    ... by another worker or pool                        RequestConflict
 *  3 worker unknown                                       WorkerUnknown
 *  4 worker dead, or its lease over                       WorkerDead
 *  5 worker unhealthy                                     WorkerUnhealthy
 *  6 worker draining                                      WorkerDraining
 *  7 worker does not offer the pool                       PoolNotOffered
 *  8 the clock is far behind the pool's                   ClockWentBack
 *  9 pool paused                                          PoolPaused
 * 10 live claims of the pool at its limit                 PoolFull
 * 11 live claims of the worker at its limit, all pools    WorkerFull
 * 12 candidates in the order of {@link FairOrder}, each against the limits of pool, domains and worker
 *    none of them fits                                    NothingFits
 *    there is none                                        NothingWaits
 * </pre>
 *
 * <p>The grants are those of an ideal claim that looks at every waiting unit in order. A load is only a window on them;
 * where the window was too small to be sure, the claim goes another round with twice the window, in the same transaction.
 */
public final class ClaimRules {
    /** How far a store's clock may fall behind before claims stop. */
    public static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(5);

    private ClaimRules() {}

    public static ClaimStep decide(ClaimAsk ask, ClaimPage page) {
        Optional<ClaimDecision> guarded = guard(ask, page);
        return guarded.isPresent() ? new ClaimStep.Answer(guarded.get()) : new ClaimRound(ask, page).decide();
    }

    /** The decision of a claim whose last step is written; {@code won} are the grants whose units had not moved. */
    public static ClaimDecision answer(List<Grant> won, ClaimStep last) {
        return switch (last) {
            case ClaimStep.Answer answer when won.isEmpty() -> answer.decision();
            case ClaimStep.Answer answer -> new ClaimDecision.Granted(won, List.of(), false);
            case ClaimStep.Take take when won.isEmpty() -> take.otherwise();
            case ClaimStep.Take take -> new ClaimDecision.Granted(won, List.of(), take.more());
        };
    }

    static Optional<ClaimDecision> guard(ClaimAsk ask, ClaimPage page) {
        ClaimWork command = ask.command();
        if (page.pool().isEmpty()) {
            return Optional.of(new PoolUnknown(command.pool()));
        }
        if (page.remembered().isPresent() && ask.round() == 0) {
            return Optional.of(replay(command, page.remembered().get()));
        }
        if (page.worker().isEmpty()) {
            return Optional.of(new WorkerUnknown(command.worker()));
        }
        WorkerRecord worker = page.worker().get();
        Pool pool = page.pool().get();
        if (!worker.isLive(page.now())) {
            return Optional.of(new WorkerDead(command.worker()));
        }
        if (!worker.healthy()) {
            return Optional.of(new ClaimDecision.WorkerUnhealthy(command.worker()));
        }
        if (worker.draining()) {
            return Optional.of(new ClaimDecision.WorkerDraining(command.worker()));
        }
        if (!worker.offer().pools().contains(command.pool())) {
            return Optional.of(new ClaimDecision.PoolNotOffered(command.worker(), command.pool()));
        }
        if (page.now().plus(CLOCK_TOLERANCE).isBefore(pool.time())) {
            return Optional.of(new ClaimDecision.ClockWentBack(pool.time().since(page.now())));
        }
        if (pool.paused()) {
            return Optional.of(new ClaimDecision.PoolPaused());
        }
        if (ask.round() > 0) {
            return Optional.empty(); // an earlier round has grants to hand out
        }
        long live = page.usedOf(Account.poolClaims(command.pool()));
        if (live >= pool.policy().maxLiveClaims()) {
            return Optional.of(new ClaimDecision.PoolFull(pool.policy().maxLiveClaims(), live));
        }
        long held = page.usedOf(Account.workerClaims(command.worker()));
        if (held >= worker.offer().maxClaims()) {
            return Optional.of(new ClaimDecision.WorkerFull(worker.offer().maxClaims(), held));
        }
        return Optional.empty();
    }

    private static ClaimDecision replay(ClaimWork command, ClaimPage.Remembered remembered) {
        if (!remembered.worker().equals(command.worker()) || !remembered.pool().equals(command.pool())) {
            return new ClaimDecision.RequestConflict();
        }
        Set<Fence> live = new HashSet<>();
        List<Grant> grants = new ArrayList<>();
        for (Unit unit : remembered.live()) {
            grants.add(Grant.of(unit));
            live.add(grants.getLast().fence());
        }
        List<Fence> spent = new ArrayList<>();
        for (long value = remembered.first().value(); value <= remembered.last().value(); value++) {
            Fence fence = new Fence(value);
            if (!live.contains(fence)) {
                spent.add(fence);
            }
        }
        return new ClaimDecision.Granted(grants, spent, false);
    }
}
