// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Changes;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitChange;
import dev.holdfast.core.work.UnitsPage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Lies about questions and those who ask them. */
final class WrongInquiries {
    private WrongInquiries() {}

    static <R> Save<R> notClosed(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        Save<R> right = rule.apply(page);
        List<UnitChange> units = right.changes().units().stream()
                .filter(each -> !isClosing(each))
                .toList();
        return new Save<>(
                new Changes(
                        right.changes().pools(),
                        right.changes().workers(),
                        units,
                        right.changes().submitted(),
                        right.changes().schedules(),
                        right.changes().audit()),
                right.answer());
    }

    private static boolean isClosing(UnitChange change) {
        return Inquiry.of(change.after()).isPresent()
                && change.before().cancel().isEmpty()
                && change.after().cancel().isPresent();
    }

    static <R> Save<R> notSubmitted(SweepPage page, Function<SweepPage, Save<R>> rule) {
        Save<R> right = rule.apply(page);
        return new Save<>(
                new Changes(
                        right.changes().pools(),
                        right.changes().workers(),
                        right.changes().units(),
                        List.of(),
                        right.changes().schedules(),
                        right.changes().audit()),
                right.answer());
    }

    /** Inquiries are taken for answered. */
    static <R> Save<R> openQuestionsNotSeen(UnitsPage page, Function<UnitsPage, Save<R>> rule) {
        boolean aboutInquiry = page.units().values().stream()
                .anyMatch(unit -> Inquiry.of(unit).isPresent() && unit.status() == Status.CLAIMED);
        if (!aboutInquiry) {
            return rule.apply(page);
        }
        Map<WorkId, Unit> units = new HashMap<>(page.units());
        units.values().removeIf(unit -> unit.status() == Status.UNCERTAIN);
        return rule.apply(new UnitsPage(page.now(), units, page.pools()));
    }
}
