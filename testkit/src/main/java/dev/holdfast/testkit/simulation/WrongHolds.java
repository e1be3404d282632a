// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.SweepPage;
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

/** Lies about units that are held. */
final class WrongHolds {
    private WrongHolds() {}

    /** What was withdrawn looks held to whoever promotes it. */
    static <R> Save<R> promotedAfterItsWithdrawal(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        return WrongUnits.againIf(
                PromoteDecision.Withdrawn.class,
                unit -> WrongUnits.unit(unit, unit.cancel(), new WorkState.Held(page.now(), Hold.Then.PROMOTE)),
                page,
                rule);
    }

    /** A sweep promotes what is to be withdrawn, and withdraws the rest. */
    static <R> Save<R> endsTheOtherWay(SweepPage page, Function<SweepPage, Save<R>> rule) {
        Map<Unit, Unit> originals = new HashMap<>();
        List<Unit> held = new ArrayList<>();
        for (Unit unit : page.held()) {
            Unit forged = unit.state() instanceof WorkState.Held state
                    ? WrongUnits.unit(unit, unit.cancel(), new WorkState.Held(state.until(), other(state.then())))
                    : unit;
            originals.put(forged, unit);
            held.add(forged);
        }
        SweepPage seen = new SweepPage(
                page.now(),
                page.pool(),
                page.deadWorkers(),
                page.claimed(),
                page.liveWorkers(),
                page.queued(),
                held,
                page.more());
        return WrongUnits.changes(
                rule.apply(seen),
                each -> Optional.of(
                        new UnitChange(originals.getOrDefault(each.before(), each.before()), each.after())));
    }

    private static Hold.Then other(Hold.Then then) {
        return switch (then) {
            case PROMOTE -> Hold.Then.WITHDRAW;
            case WITHDRAW -> Hold.Then.PROMOTE;
        };
    }
}
