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
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.ResolveDecision;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** What must hold when units become uncertain, and scenarios cannot say it. */
final class InquiryChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 1);
    private static final String LONG_KIND = "k".repeat(200);

    private final Ledger ledger;
    private int requests;

    InquiryChecks(Ledger ledger) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
        Set<String> kinds = Set.of("kind0", Inquiry.kindOf("kind0"), LONG_KIND, Inquiry.kindOf(LONG_KIND));
        ledger.submit(new RegisterWorker(WorkerOffer.of(WORKER, Set.of(POOL), kinds, 100)));
    }

    /** An inquiry comes whether or not there is room for one class more. */
    void anInquiryNeverLacksItsClass() {
        ledger.submitAll(IntStream.range(0, AdmissionRules.MAX_CLASSES)
                .mapToObj(i -> submit("k" + i, "kind" + i, ""))
                .toList());
        assertThat(ledger.submit(submit("more", "more", ""))).isInstanceOf(SubmitDecision.TooManyShapes.class);

        Grant subject = claim(5).getFirst();
        ledger.submit(unclear(subject));

        Invariants.check(ledger);
        assertThat(claim(5)).extracting(grant -> Inquiry.of(grant.submission())).containsExactly(asks(subject));
    }

    /** One batch makes units of several keys uncertain, answers one of the questions, and goes on. */
    void questionsAreAskedAndAnsweredInOneBatch() {
        ledger.submitAll(IntStream.range(0, 6)
                .mapToObj(i -> submit("k" + i, "kind0", "tenant" + i % 3))
                .toList());
        List<Grant> grants = claim(6);
        List<dev.holdfast.core.work.UnitCommand<?>> commands = new ArrayList<>();
        grants.forEach(grant -> commands.add(unclear(grant)));
        Grant first = grants.getFirst();
        commands.add(new Resolve(first.work(), first.fence(), new Resolution.NotApplied(), "ticket-1", "ann"));
        commands.add(new Redrive(first.work(), 1, "ann", "mended", false));

        List<Decision> decisions = ledger.submitAll(commands);

        assertThat(decisions.subList(0, 6)).containsOnly(new SettleDecision.Accepted(Status.UNCERTAIN));
        assertThat(decisions.get(6)).isEqualTo(new ResolveDecision.Resolved(Status.QUEUED));
        Invariants.check(ledger);
        assertThat(unit(Inquiry.idOf(POOL, first.fence())).status()).isEqualTo(Status.CANCELLED);
        assertThat(claim(20))
                .hasSize(6)
                .filteredOn(grant -> Inquiry.of(grant.submission()).isPresent())
                .hasSize(5);
    }

    /** A success of an inquiry is not settled by its guard alone, alone or among others. */
    void anInquiryIsNotSettledByItsGuard() {
        ledger.submitAll(List.of(submit("a", "kind0", ""), submit("b", "kind0", "")));
        List<Grant> subjects = claim(2);
        ledger.submit(unclear(subjects.getFirst()));
        Grant inquiry = claim(1).getFirst();

        assertThat(ledger.submit(done(inquiry))).isEqualTo(new SettleDecision.ResolveInstead());
        assertThat(ledger.submitAll(List.of(done(subjects.getLast()), done(inquiry))))
                .containsExactly(new SettleDecision.Accepted(Status.SUCCEEDED), new SettleDecision.ResolveInstead());
        Invariants.check(ledger);
    }

    /** Threads answer the same question: one answer stands, and the inquiry is closed once. */
    void aQuestionIsAnsweredOnce() {
        for (int i = 0; i < 10; i++) {
            ledger.submit(submit("k" + i, "kind0", ""));
            Grant subject = claim(1).getFirst();
            ledger.submit(unclear(subject));
            List<ResolveDecision> decisions = Crowd.run(
                    8,
                    number -> () -> ledger.submit(new Resolve(
                            subject.work(),
                            subject.fence(),
                            new Resolution.Failed("seen-" + number),
                            "ticket " + number,
                            "person " + number)));
            assertThat(decisions)
                    .filteredOn(decision -> decision.equals(new ResolveDecision.Resolved(Status.FAILED)))
                    .hasSize(1);
            assertThat(unit(Inquiry.idOf(POOL, subject.fence())).status()).isEqualTo(Status.CANCELLED);
        }
        Invariants.check(ledger);
    }

    /** A kind that leaves no room for a prefix is asked about all the same. */
    void aKindMayBeAsLongAsANameMayBe() {
        ledger.submit(submit("a\"\\", LONG_KIND, ""));
        Grant subject = claim(1).getFirst();
        ledger.submit(unclear(subject));

        Grant inquiry = claim(1).getFirst();
        assertThat(Inquiry.of(inquiry.submission())).isEqualTo(asks(subject));
        ledger.submit(new Resolve(subject.work(), subject.fence(), new Resolution.NotApplied(), "ticket-1", "w"));
        assertThat(ledger.submit(done(inquiry))).isEqualTo(new SettleDecision.Accepted(Status.SUCCEEDED));
        Invariants.check(ledger);
    }

    /** Idle workers look at one number; it must not stand still when an inquiry waits. */
    void changesMove() {
        ledger.submit(submit("a", "kind0", ""));
        Grant subject = claim(1).getFirst();
        long before = ledger.changes();
        ledger.submit(unclear(subject));
        assertThat(ledger.changes()).isNotEqualTo(before);
    }

    private static Submit submit(String name, String kind, String key) {
        return new Submit(
                POOL,
                Submission.of(kind, new IdempotencyKey(name))
                        .id(new WorkId(name))
                        .fairnessKey(key)
                        .build());
    }

    private static Optional<Inquiry> asks(Grant subject) {
        return Optional.of(new Inquiry(subject.work(), subject.fence()));
    }

    /** What was applied must not be applied twice, so that giving it back is a question. */
    private static Settle unclear(Grant grant) {
        Answer answer = new Answer.Released(Evidence.APPLIED, "no-receipt", Optional.empty());
        return new Settle(grant.work(), grant.fence(), SECRET, answer);
    }

    private static Settle done(Grant grant) {
        return new Settle(grant.work(), grant.fence(), SECRET, new Answer.Succeeded(Payload.EMPTY));
    }

    private Unit unit(WorkId work) {
        return ledger.ask(new Inspect(work)).orElseThrow();
    }

    private List<Grant> claim(int max) {
        ClaimDecision decision =
                ledger.submit(new ClaimWork(POOL, WORKER, new RequestId(0, 0, ++requests), SECRET, max));
        return decision instanceof ClaimDecision.Granted granted ? granted.grants() : List.of();
    }
}
