// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleDecision;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Tick;
import dev.holdfast.core.work.TickDecision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What must hold of schedules, and scenarios cannot say it. */
final class ScheduleChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final int THREADS = 8;

    private final Ledger ledger;

    ScheduleChecks(Ledger ledger) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
    }

    /** Many define it, each otherwise: one has, and the others are told that it differs. */
    void aScheduleIsDefinedOnce() {
        List<ScheduleDecision> decisions =
                Crowd.run(THREADS, number -> () -> ledger.submit(set("s", "kind " + number, Optional.empty())));
        assertThat(decisions).containsOnlyOnce(new ScheduleDecision.Defined(1));
        assertThat(decisions.stream().filter(ScheduleDecision.TermsConflict.class::isInstance))
                .hasSize(THREADS - 1);
        int winner = decisions.indexOf(new ScheduleDecision.Defined(1));

        List<ScheduleDecision> revisions =
                Crowd.run(THREADS, number -> () -> ledger.submit(set("s", "other " + number, Optional.of(1))));
        assertThat(revisions).containsOnlyOnce(new ScheduleDecision.Revised(2));
        Audit.Found audit = ledger.ask(Audit.about(AuditEntry.Subject.of(new ScheduleId("s"))));
        assertThat(audit.entries()).hasSize(2);
        assertThat(audit.entries().getLast().actor()).isEqualTo("kind " + winner);
        Invariants.check(ledger);
    }

    /** Many pass over it at once: one advances it. */
    void aTickIsSubmittedOnce() {
        ledger.submit(set("s", "mail", Optional.empty()));
        Moment next = ManualClock.START.plus(Duration.ofMinutes(1));
        List<TickDecision> decisions = Crowd.run(
                THREADS,
                number -> () -> ledger.submit(
                        new Tick(new ScheduleId("s"), 1, ManualClock.START, List.of(ManualClock.START), next)));
        assertThat(decisions.stream().filter(TickDecision.Ticked.class::isInstance))
                .hasSize(1);
        assertThat(decisions.stream().filter(new TickDecision.Moved(1, next)::equals))
                .hasSize(THREADS - 1);
        assertThat(Invariants.units(ledger)).hasSize(1);
        Invariants.check(ledger);
    }

    /** A pool that holds as many shapes as it can takes the tick of another shape all the same. */
    void aTickNeverLacksItsClass() {
        List<Submit> shapes = IntStream.range(0, AdmissionRules.MAX_CLASSES)
                .mapToObj(i -> new Submit(
                        POOL,
                        Submission.of("shape" + i, new IdempotencyKey("k" + i)).build()))
                .toList();
        assertThat(ledger.submitAll(shapes)).allMatch(SubmitDecision.Admitted.class::isInstance);
        ledger.submit(set("s", "one more", Optional.empty()));

        WorkId work = tick("s");

        assertThat(Invariants.units(ledger)).extracting("id").contains(work);
        Invariants.check(ledger);
    }

    /** Idle workers look at this number, so that they find what was submitted. */
    void changesMove() {
        ledger.submit(set("s", "mail", Optional.empty()));
        long before = ledger.changes();

        tick("s");

        assertThat(ledger.changes()).isNotEqualTo(before);
    }

    void dueSchedulesComeInPages() {
        int all = DueSchedules.MOST + 20;
        IntStream.range(0, all).forEach(i -> ledger.submit(set("s" + i, "mail", Optional.empty())));
        List<ScheduleId> found = new ArrayList<>();
        DueSchedules.Found page = ledger.ask(new DueSchedules(Optional.empty()));
        assertThat(page.due()).hasSize(DueSchedules.MOST);
        while (!page.due().isEmpty()) {
            page.due().stream().map(Schedule::id).forEach(found::add);
            page = ledger.ask(new DueSchedules(Optional.of(found.getLast())));
        }
        assertThat(found).hasSize(all).doesNotHaveDuplicates();
    }

    private WorkId tick(String schedule) {
        TickDecision decision = ledger.submit(
                new Tick(new ScheduleId(schedule), 1, ManualClock.START, List.of(ManualClock.START), Moment.FOREVER));
        return ((TickDecision.Ticked) decision).submitted().getFirst();
    }

    private static SetSchedule set(String schedule, String kind, Optional<Integer> replaces) {
        ScheduleTerms terms = ScheduleTerms.of(
                POOL, ScheduleTerms.template(kind), new Recurrence.Every(Duration.ofMinutes(1), ManualClock.START));
        return new SetSchedule(new ScheduleId(schedule), terms, replaces, kind, "test");
    }
}
