// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.CancelRequest;
import dev.holdfast.core.work.Codes;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What operators did leaves its trace twice: in the units and pools, and in the audit. Both have to tell the same, without
 * one entry too many. Units that were forgotten would be missed here.
 */
final class AuditTrace {
    private record Act(AuditEntry.Act act, String work, Moment at, String actor, String reason) {}

    private AuditTrace() {}

    /** All entries, newest first. */
    static List<AuditEntry> entries(Ledger ledger) {
        List<AuditEntry> entries = new ArrayList<>();
        Audit query = Audit.ALL;
        while (true) {
            Audit.Found page = ledger.ask(query);
            entries.addAll(page.entries());
            if (page.next().isEmpty()) {
                return entries;
            }
            query = query.before(page.next().getAsLong());
        }
    }

    static void check(List<AuditEntry> entries, List<Unit> units, List<Pool> pools) {
        List<Act> told = new ArrayList<>();
        for (AuditEntry entry : entries) {
            switch (entry.act()) {
                case CANCEL, WITHDRAW, RESOLVE, REDRIVE ->
                    told.add(new Act(entry.act(), entry.subject().name(), entry.at(), entry.actor(), entry.reason()));
                case PROMOTE, REDACT, DEFINE, PAUSE, RESUME, DRAIN, ACCEPT, DELETE, RECORD, UNRECORD -> {}
            }
        }
        List<Act> traces = new ArrayList<>();
        units.forEach(unit -> addTraces(unit, traces));
        assertThat(told).as("the audit of units").containsExactlyInAnyOrderElementsOf(traces);
        pools.forEach(pool -> checkPool(pool, entries));
    }

    private static void addTraces(Unit unit, List<Act> traces) {
        String work = unit.id().value();
        unit.cancel()
                .filter(cancel -> isByPerson(unit, cancel))
                .ifPresent(cancel -> traces.add(cancel(work, cancel, unit.state())));
        unit.lives().forEach(life -> {
            life.cancel()
                    .filter(cancel -> isByPerson(unit, cancel))
                    .ifPresent(cancel -> traces.add(cancel(work, cancel, life.end())));
            traces.add(new Act(
                    AuditEntry.Act.REDRIVE,
                    work,
                    life.redriven().at(),
                    life.redriven().actor(),
                    life.redriven().reason()));
        });
        unit.past()
                .forEach(past -> past.resolution()
                        .ifPresent(resolved -> traces.add(new Act(
                                AuditEntry.Act.RESOLVE, work, resolved.at(), resolved.actor(), resolved.reference()))));
    }

    /** The ledger itself closes inquiries. */
    private static boolean isByPerson(Unit unit, CancelRequest cancel) {
        return Inquiry.of(unit).isEmpty() || !cancel.reason().equals(Codes.ANSWERED);
    }

    private static Act cancel(String work, CancelRequest cancel, WorkState state) {
        boolean withdrawn = state instanceof WorkState.Ended end
                && end.by() == WorkState.EndedBy.CANCEL
                && end.code().equals(Codes.WITHDRAWN);
        return new Act(
                withdrawn ? AuditEntry.Act.WITHDRAW : AuditEntry.Act.CANCEL,
                work,
                cancel.at(),
                cancel.actor(),
                cancel.reason());
    }

    /** A schedule that is there was defined, and not taken away since. */
    static void checkSchedules(List<AuditEntry> entries, List<Schedule> schedules) {
        for (Schedule schedule : schedules) {
            AuditEntry.Subject subject = AuditEntry.Subject.of(schedule.id());
            List<AuditEntry> about = entries.stream()
                    .filter(entry -> entry.subject().equals(subject))
                    .takeWhile(entry -> entry.act() != AuditEntry.Act.DELETE)
                    .toList();
            checkPaused(subject, about, schedule.paused());
        }
    }

    private static void checkPool(Pool pool, List<AuditEntry> entries) {
        AuditEntry.Subject subject = AuditEntry.Subject.of(pool.id());
        List<AuditEntry> about = entries.stream()
                .filter(entry -> entry.subject().equals(subject))
                .toList();
        checkPaused(subject, about, pool.paused());
    }

    /** @param about what was done to it since it is there, newest first */
    private static void checkPaused(AuditEntry.Subject subject, List<AuditEntry> about, boolean paused) {
        assertThat(about.getLast().act()).as("the first of %s", subject).isEqualTo(AuditEntry.Act.DEFINE);
        Optional<AuditEntry.Act> newest = about.stream()
                .map(AuditEntry::act)
                .filter(act -> act == AuditEntry.Act.PAUSE || act == AuditEntry.Act.RESUME)
                .findFirst();
        assertThat(newest.orElse(AuditEntry.Act.RESUME))
                .as("what was done last to %s", subject)
                .isEqualTo(paused ? AuditEntry.Act.PAUSE : AuditEntry.Act.RESUME);
    }
}
