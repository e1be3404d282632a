// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.CancelRequest;
import dev.holdfast.core.work.Changes;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.ResolveDecision;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Terms;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.UnitsPage;
import dev.holdfast.core.work.WorkState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Lies about what becomes of units whose claim has ended. */
final class WrongAfterlives {
    private WrongAfterlives() {}

    static <R> Save<R> slotKept(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return WrongUnits.changes(
                rule.apply(page),
                each -> Optional.of(isRelease(each) ? new UnitChange(each.after(), each.after()) : each));
    }

    static <R> Save<R> triedAgainAtOnce(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return after(
                rule.apply(page),
                WrongAfterlives::isRelease,
                unit -> state(unit, new WorkState.Queued(page.now(), WorkState.Origin.RELEASED)));
    }

    static <R> Save<R> startByForgotten(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return after(
                rule.apply(page),
                WrongAfterlives::isRelease,
                unit -> unit(unit, Optional.empty(), unit.losses(), unit.cancel(), unit.state(), unit.past()));
    }

    static <R> Save<R> budgetsIgnored(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        Map<PoolId, Pool> pools = new HashMap<>(page.pools());
        pools.replaceAll((id, pool) ->
                pool.withTerms(new Terms(pool.revision(), pool.policy().withBudgets(99, 99), pool.sources())));
        return rule.apply(new UnitsPage(page.now(), page.units(), pools));
    }

    static <R> Save<R> lossKeptAfterALateAnswer(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return WrongUnits.changes(
                rule.apply(page),
                each -> Optional.of(
                        each.after().losses() < each.before().losses()
                                ? new UnitChange(
                                        each.before(),
                                        losses(each.after(), each.before().losses()))
                                : each));
    }

    static <R> Save<R> repeatedAnswerCounts(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        Save<R> right = rule.apply(page);
        if (!(right.answer() instanceof List<?> answers && answers.getFirst() instanceof SettleDecision.Repeated)) {
            return right;
        }
        List<UnitChange> again = page.units().values().stream()
                .map(unit -> new UnitChange(unit, losses(unit, unit.losses() + 1)))
                .toList();
        return new Save<>(new Changes(List.of(), List.of(), again), right.answer());
    }

    static <R> Save<R> cancelledAfterTheEnd(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return WrongUnits.againIf(CancelDecision.TooLate.class, WrongUnits::lost, page, rule);
    }

    static <R> Save<R> evidenceReplaced(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return WrongUnits.againIf(ResolveDecision.Conflict.class, unit -> asked(unit, page.now()), page, rule);
    }

    static <R> Save<R> lossNotCounted(SweepPage page, Function<SweepPage, Save<R>> rule) {
        return WrongUnits.changes(
                rule.apply(page),
                each -> Optional.of(new UnitChange(
                        each.before(), losses(each.after(), each.before().losses()))));
    }

    static <R> Save<R> runLimitIgnored(SweepPage page, Function<SweepPage, Save<R>> rule) {
        return WrongUnits.changes(
                rule.apply(page),
                each -> Optional.of(each)
                        .filter(change -> change.before()
                                .claim()
                                .filter(claim -> page.liveWorkers().contains(claim.worker()))
                                .isEmpty()));
    }

    /** A sweep does not see who is cancelled. */
    static <R> Save<R> cancelNotSeenBySweeps(SweepPage page, Function<SweepPage, Save<R>> rule) {
        Map<Unit, Unit> originals = new HashMap<>();
        List<Unit> claimed = new ArrayList<>();
        for (Unit unit : page.claimed()) {
            Unit forged = unit(unit, unit.startBy(), unit.losses(), Optional.empty(), unit.state(), unit.past());
            originals.put(forged, unit);
            claimed.add(forged);
        }
        SweepPage seen = new SweepPage(
                page.now(),
                page.pool(),
                page.deadWorkers(),
                claimed,
                page.liveWorkers(),
                page.queued(),
                page.held(),
                page.more());
        return WrongUnits.changes(rule.apply(seen), each -> {
            Unit original = originals.getOrDefault(each.before(), each.before());
            Unit after = each.after();
            return Optional.of(new UnitChange(
                    original,
                    unit(after, after.startBy(), after.losses(), original.cancel(), after.state(), after.past())));
        });
    }

    private static boolean isRelease(UnitChange change) {
        return change.before().claim().isPresent() && change.after().status() == Status.QUEUED;
    }

    /** Uncertain about its newest ended claim, as if nobody had resolved that. */
    private static Unit asked(Unit unit, Moment now) {
        List<PastClaim> past = new ArrayList<>(unit.past());
        PastClaim newest = past.removeLast();
        past.add(new PastClaim(
                newest.claim(), newest.endedAt(), newest.end(), newest.answer(), newest.late(), Optional.empty()));
        WorkState state = new WorkState.Uncertain(newest.claim().fence(), now, "asked again", true);
        return unit(unit, unit.startBy(), unit.losses(), unit.cancel(), state, past);
    }

    private static <R> Save<R> after(Save<R> save, Predicate<UnitChange> which, UnaryOperator<Unit> forged) {
        return WrongUnits.changes(
                save,
                each -> Optional.of(
                        which.test(each) ? new UnitChange(each.before(), forged.apply(each.after())) : each));
    }

    private static Unit state(Unit unit, WorkState state) {
        return unit(unit, unit.startBy(), unit.losses(), unit.cancel(), state, unit.past());
    }

    private static Unit losses(Unit unit, int losses) {
        return unit(unit, unit.startBy(), losses, unit.cancel(), unit.state(), unit.past());
    }

    private static Unit unit(
            Unit unit,
            Optional<Moment> startBy,
            int losses,
            Optional<CancelRequest> cancel,
            WorkState state,
            List<PastClaim> past) {
        return new Unit(
                unit.id(),
                unit.pool(),
                unit.sequence(),
                unit.submission(),
                unit.admittedAt(),
                unit.laneKey(),
                startBy,
                unit.version(),
                unit.life(),
                unit.attempts(),
                losses,
                cancel,
                state,
                past,
                unit.lives());
    }
}
