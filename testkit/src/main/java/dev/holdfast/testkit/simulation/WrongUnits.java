// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.CancelRequest;
import dev.holdfast.core.work.Changes;
import dev.holdfast.core.work.HolderRefusal;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.UnitsPage;
import dev.holdfast.core.work.WorkState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Lies about units, to commands about them and to sweeps. */
final class WrongUnits {
    private WrongUnits() {}

    static <R> Save<R> staleHolderAccepted(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return againIf(
                HolderRefusal.StaleFence.class, unit -> unit.claim().isPresent() ? lost(unit) : unit, page, rule);
    }

    static <R> Save<R> endReopened(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return againIf(HolderRefusal.TooLate.class, WrongUnits::lost, page, rule);
    }

    static <R> Save<R> cancelForgotten(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return againIf(SettleDecision.Accepted.class, unit -> unit(unit, Optional.empty(), unit.state()), page, rule);
    }

    static <R> Save<R> additionsLost(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return changes(rule.apply(page), each -> Optional.of(new UnitChange(each.after(), each.after())));
    }

    static <R> Save<R> attemptNotCounted(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return changes(
                rule.apply(page),
                each -> Optional.of(new UnitChange(
                        each.before(),
                        unit(
                                each.after(),
                                each.before().attempts(),
                                each.after().cancel(),
                                each.after().state()))));
    }

    static <R> Save<R> beginNotWritten(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return changes(rule.apply(page), each -> Optional.of(each).filter(change -> !isBegin(change)));
    }

    static <R> Save<R> orphanKept(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return changes(rule.apply(page), each -> Optional.of(each).filter(change -> !isHandedBack(change)));
    }

    static <R> Save<R> requeuedInsteadOfUncertain(SweepPage page, Function<SweepPage, Save<R>> rule) {
        return changes(
                rule.apply(page),
                each -> Optional.of(
                        each.after().state() instanceof WorkState.Uncertain
                                        && each.after().cancel().isEmpty()
                                ? new UnitChange(
                                        each.before(),
                                        unit(each.after(), each.after().cancel(), requeued(each.after(), page)))
                                : each));
    }

    private static WorkState requeued(Unit unit, SweepPage page) {
        Duration wait = page.pool()
                .orElseThrow()
                .policy()
                .retry()
                .wait(
                        unit.attempts() + unit.losses(),
                        unit.id(),
                        unit.newestFence().orElseThrow());
        return new WorkState.Queued(page.now().plus(wait), WorkState.Origin.LOST);
    }

    static <R> Save<R> lossNeverFound(SweepPage page, Function<SweepPage, Save<R>> rule) {
        return changes(
                rule.apply(page),
                each -> Optional.of(each)
                        .filter(change -> change.before().claim().isEmpty()));
    }

    /** Where the true answer is of this type, the rule is asked again about forged units; the accounts stay right. */
    static <R> Save<R> againIf(
            Class<?> answer, UnaryOperator<Unit> forged, UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        Save<R> right = rule.apply(page);
        if (!(right.answer() instanceof List<?> answers && answer.isInstance(answers.getFirst()))) {
            return right;
        }
        Map<WorkId, Unit> units = new HashMap<>(page.units());
        units.replaceAll((id, unit) -> forged.apply(unit));
        return changes(
                rule.apply(new UnitsPage(page.now(), units, page.pools())),
                each -> Optional.of(new UnitChange(
                        Objects.requireNonNull(page.units().get(each.after().id())), each.after())));
    }

    static Unit lost(Unit unit) {
        return unit(unit, unit.cancel(), new WorkState.Queued(unit.admittedAt(), WorkState.Origin.LOST));
    }

    private static boolean isBegin(UnitChange change) {
        return change.before().claim().isPresent()
                && change.after().claim().isPresent()
                && !change.before().claim().equals(change.after().claim());
    }

    private static boolean isHandedBack(UnitChange change) {
        return change.before().claim().isPresent()
                && change.after().claim().isEmpty()
                && change.after().past().getLast().end() == PastClaim.End.UNKNOWN_TO_HOLDER;
    }

    /** Where {@code change} answers nothing, the unit is not written. */
    static <R> Save<R> changes(Save<R> save, Function<UnitChange, Optional<UnitChange>> change) {
        List<UnitChange> units = save.changes().units().stream()
                .map(change)
                .flatMap(Optional::stream)
                .toList();
        return new Save<>(new Changes(save.changes().pools(), save.changes().workers(), units), save.answer());
    }

    static Unit unit(Unit unit, Optional<CancelRequest> cancel, WorkState state) {
        return unit(unit, unit.attempts(), cancel, state);
    }

    private static Unit unit(Unit unit, int attempts, Optional<CancelRequest> cancel, WorkState state) {
        return new Unit(
                unit.id(),
                unit.pool(),
                unit.sequence(),
                unit.submission(),
                unit.admittedAt(),
                unit.laneKey(),
                unit.startBy(),
                unit.version(),
                unit.life(),
                attempts,
                unit.losses(),
                cancel,
                state,
                unit.past(),
                unit.lives());
    }
}
