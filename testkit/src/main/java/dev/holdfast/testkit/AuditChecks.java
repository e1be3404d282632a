// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.RedactDecision;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What must hold of the audit and of redactions, and scenarios cannot say it. */
final class AuditChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 1);
    private static final int THREADS = 8;

    private final Ledger ledger;

    AuditChecks(Ledger ledger) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
        ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL), Set.of("mail"), 10)));
    }

    /** Many do the same: one has done it, and the audit names that one. */
    void whoeverDidItIsTold() {
        List<PoolDecision> decisions = Crowd.run(
                THREADS, number -> () -> ledger.submit(new PausePool(POOL, true, "person " + number, "too much")));
        assertThat(decisions).containsOnlyOnce(new PoolDecision.Paused());
        List<AuditEntry> entries = find(Audit.about(AuditEntry.Subject.of(POOL)));
        assertThat(entries).extracting(AuditEntry::act).containsExactly(AuditEntry.Act.PAUSE, AuditEntry.Act.DEFINE);
        assertThat(entries.getFirst().actor()).isEqualTo("person " + decisions.indexOf(new PoolDecision.Paused()));
    }

    /** Small pages say what a large one says. */
    void pagesGoThroughAll() {
        List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            decisions.addAll(ledger.submitAll(
                    List.of(submit(i, "x"), new Cancel(work(i), i % 3 == 0 ? "ann" : "bob", "number " + i))));
        }
        assertThat(decisions).hasSize(46);
        for (Optional<String> actor : List.of(Optional.<String>empty(), Optional.of("ann"))) {
            Audit all = new Audit(actor, Optional.empty(), Optional.empty(), Long.MAX_VALUE, Audit.MAX);
            List<AuditEntry> whole = find(all);
            assertThat(whole).hasSize(actor.isPresent() ? 8 : 24);
            for (int limit : List.of(1, 5, 8, 24)) {
                assertThat(pages(new Audit(actor, Optional.empty(), Optional.empty(), Long.MAX_VALUE, limit)))
                        .isEqualTo(whole);
            }
        }
    }

    /** A unit that ends in the batch that redacts it leaves nothing behind. */
    void anEndAndItsRedactionInOneBatch() {
        ledger.submit(submit(0, "secret"));
        Grant grant = claim();
        Answer answer = new Answer.Succeeded(Payload.text("mine"));

        assertThat(ledger.submitAll(List.of(
                        new Redact(grant.work(), "ann", "early"),
                        new Settle(grant.work(), grant.fence(), SECRET, answer),
                        new Redact(grant.work(), "ann", "law"),
                        new Redact(grant.work(), "bob", "law"),
                        new Settle(grant.work(), grant.fence(), SECRET, answer))))
                .containsExactly(
                        new RedactDecision.NotEnded(Status.CLAIMED),
                        new SettleDecision.Accepted(Status.SUCCEEDED),
                        new RedactDecision.Redacted(),
                        new RedactDecision.Repeated(),
                        new SettleDecision.Repeated(Status.SUCCEEDED));

        Unit unit = ledger.ask(new Inspect(grant.work())).orElseThrow();
        Payload secret = Payload.text("secret");
        assertThat(unit.submission().payload()).isEqualTo(secret.redacted()).isNotEqualTo(secret);
        assertThat(unit.submission().labels().keySet()).containsExactly(Submission.REDACTED_LABELS);
        assertThat(unit.submission().labels().values()).doesNotContain("eve");
        assertThat(unit.state())
                .isInstanceOfSatisfying(
                        WorkState.Ended.class,
                        ended -> assertThat(ended.result())
                                .contains(Payload.text("mine").redacted()));
        assertThat(unit.past().getLast().answer())
                .contains(new Answer.Succeeded(Payload.text("mine").redacted()));
        Invariants.check(ledger);
    }

    private List<AuditEntry> pages(Audit query) {
        List<AuditEntry> entries = new ArrayList<>();
        Audit.Found page = ledger.ask(query);
        entries.addAll(page.entries());
        while (page.next().isPresent()) {
            assertThat(page.entries()).hasSize(query.limit());
            page = ledger.ask(query.before(page.next().getAsLong()));
            entries.addAll(page.entries());
        }
        return entries;
    }

    private List<AuditEntry> find(Audit query) {
        Audit.Found found = ledger.ask(query);
        return found.entries();
    }

    private Grant claim() {
        ClaimDecision decision = ledger.submit(new ClaimWork(POOL, WORKER, new RequestId(0, 0, 1), SECRET, 1));
        return ((ClaimDecision.Granted) decision).grants().getFirst();
    }

    private static WorkId work(int number) {
        return new WorkId("k" + number);
    }

    private static Submit submit(int number, String payload) {
        return new Submit(
                POOL,
                Submission.of("mail", new IdempotencyKey("k" + number))
                        .id(work(number))
                        .payload(Payload.text(payload))
                        .labels(Map.of("name", "eve"))
                        .build());
    }
}
