// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What every ledger must do, whatever it is made of. A store's tests extend this class and say how to open a ledger.
 *
 * <p>Most of it is scenario files: a command per line, the exact answer below. {@code
 * -Dholdfast.scenarios.rewrite=true} writes the answers that this ledger gives into the files of the testkit module,
 * for review as a diff. The rest is what text cannot say: many threads, large batches, random walks.
 */
public abstract class LedgerConformance {
    /** Only subclasses make sense. */
    protected LedgerConformance() {}

    /**
     * Opens a ledger that is empty and shares nothing with those opened before.
     *
     * @param clock the only time that the ledger may know
     */
    protected abstract Ledger open(LedgerClock clock);

    /** How many random walks to take, of {@link #walkLength} commands each; fewer where commits are slow. */
    protected int walks() {
        return 40;
    }

    /** How many commands a random walk has. */
    protected int walkLength() {
        return 250;
    }

    /** PF-069. */
    @TestFactory
    Stream<DynamicTest> scenarios() {
        return ScenarioFiles.all().stream()
                .map(scenario -> dynamicTest(scenario.name(), () -> {
                    List<List<String>> answers = play(scenario, false);
                    if (ScenarioFiles.isRewriting()) {
                        ScenarioFiles.rewrite(scenario, scenario.withAnswers(answers));
                    } else {
                        compare(scenario, answers);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> scenariosWithEveryCommandSentTwice() {
        return ScenarioFiles.isRewriting()
                ? Stream.of()
                : ScenarioFiles.all().stream()
                        .map(scenario -> dynamicTest(scenario.name(), () -> compare(scenario, play(scenario, true))));
    }

    @TestFactory
    Stream<DynamicTest> randomWalks() {
        return LongStream.rangeClosed(1, walks())
                .mapToObj(seed -> dynamicTest("seed " + seed, new RandomWalk(seed, walkLength(), this::open)::run));
    }

    @Test
    void nothingIsGrantedTwice() {
        inCrowd(ConcurrencyChecks::nothingIsGrantedTwice);
    }

    @Test
    void limitsHoldAtEveryMoment() {
        inCrowd(ConcurrencyChecks::limitsHoldAtEveryMoment);
    }

    @Test
    void aSharedDomainHoldsOverAllItsPools() {
        withLedger(ledger -> new SharedDomainChecks(ledger).neverMoreThanTheLimitOverAllPools());
    }

    @Test
    void oneRequestHasOneAnswer() {
        inCrowd(ConcurrencyChecks::oneRequestHasOneAnswer);
    }

    @Test
    void oneKeyIsAdmittedOnce() {
        inCrowd(ConcurrencyChecks::oneKeyIsAdmittedOnce);
    }

    @Test
    void oneReplacesARevision() {
        withLedger(ledger -> new RevisionChecks(ledger).oneReplacesARevision());
    }

    @Test
    void submissionsGoOnWhileThePoolIsRevised() {
        withLedger(ledger -> new RevisionChecks(ledger).submissionsGoOn());
    }

    @Test
    void maxQueuedIsPassedByNoMoreThanABatchEach() {
        withLedger(ledger -> new RevisionChecks(ledger).maxQueuedIsPassedByNoMoreThanABatchEach());
    }

    @Test
    void cancelAndSettleAgree() {
        inCrowd(ConcurrencyChecks::cancelAndSettleAgree);
    }

    @Test
    void oneAnswerStands() {
        inCrowd(ConcurrencyChecks::oneAnswerStands);
    }

    /** PF-203. */
    @Test
    void largeBatchesAreDecidedInOrder() {
        withLedger(ledger -> new BatchChecks(ledger).largeBatchesAreDecidedInOrder());
    }

    @Test
    void aSweepIsBounded() {
        ManualClock clock = new ManualClock();
        try (Ledger ledger = open(clock)) {
            new BatchChecks(ledger).aSweepIsBounded(clock);
        }
    }

    @Test
    void aPoolHoldsSoManyShapes() {
        withLedger(ledger -> new BatchChecks(ledger).aPoolHoldsSoManyShapes());
    }

    @Test
    void findGoesThroughPages() {
        withLedger(ledger -> new BatchChecks(ledger).findGoesThroughPages());
    }

    @Test
    void changesMoveWhenWorkBecomesClaimable() {
        withLedger(ledger -> new BatchChecks(ledger).changesMoveWhenWorkBecomesClaimable());
    }

    @Test
    void aLifeIsBegunOnce() {
        withLedger(ledger -> new RedriveChecks(ledger).aLifeIsBegunOnce());
    }

    @Test
    void livesFollowEachOtherInOneBatch() {
        withLedger(ledger -> new RedriveChecks(ledger).livesFollowEachOtherInOneBatch());
    }

    @Test
    void aUnitNeverLacksItsClass() {
        withLedger(ledger -> new RedriveChecks(ledger).aUnitNeverLacksItsClass());
    }

    @Test
    void onlyWhatIsRecordedIsTold() {
        withLedger(ledger -> new EventChecks(ledger).onlyWhatIsRecordedIsTold());
    }

    @Test
    void aUnitIsToldFromItsAdmissionToItsEnds() {
        withLedger(ledger -> new EventChecks(ledger).aUnitIsToldFromItsAdmissionToItsEnds());
    }

    @Test
    void livesOfOneBatchAreTold() {
        withLedger(ledger -> new EventChecks(ledger).livesOfOneBatchAreTold());
    }

    @Test
    void pagesOfTheFeedGoThroughAll() {
        withLedger(ledger -> new EventChecks(ledger).pagesGoThroughAll());
    }

    @Test
    void whoeverDidItIsTold() {
        withLedger(ledger -> new AuditChecks(ledger).whoeverDidItIsTold());
    }

    @Test
    void aScheduleIsDefinedOnce() {
        withLedger(ledger -> new ScheduleChecks(ledger).aScheduleIsDefinedOnce());
    }

    @Test
    void aTickIsSubmittedOnce() {
        withLedger(ledger -> new ScheduleChecks(ledger).aTickIsSubmittedOnce());
    }

    @Test
    void aTickNeverLacksItsClass() {
        withLedger(ledger -> new ScheduleChecks(ledger).aTickNeverLacksItsClass());
    }

    @Test
    void changesMoveWhenATickIsSubmitted() {
        withLedger(ledger -> new ScheduleChecks(ledger).changesMove());
    }

    @Test
    void dueSchedulesComeInPages() {
        withLedger(ledger -> new ScheduleChecks(ledger).dueSchedulesComeInPages());
    }

    @Test
    void pagesOfTheAuditGoThroughAll() {
        withLedger(ledger -> new AuditChecks(ledger).pagesGoThroughAll());
    }

    @Test
    void anEndAndItsRedactionInOneBatch() {
        withLedger(ledger -> new AuditChecks(ledger).anEndAndItsRedactionInOneBatch());
    }

    @Test
    void changesMoveWhenAUnitLivesAgain() {
        withLedger(ledger -> new RedriveChecks(ledger).changesMove());
    }

    @Test
    final void anInquiryNeverLacksItsClass() {
        withLedger(ledger -> new InquiryChecks(ledger).anInquiryNeverLacksItsClass());
    }

    @Test
    final void questionsAreAskedAndAnsweredInOneBatch() {
        withLedger(ledger -> new InquiryChecks(ledger).questionsAreAskedAndAnsweredInOneBatch());
    }

    @Test
    final void anInquiryIsNotSettledByItsGuard() {
        withLedger(ledger -> new InquiryChecks(ledger).anInquiryIsNotSettledByItsGuard());
    }

    @Test
    final void aQuestionIsAnsweredOnce() {
        withLedger(ledger -> new InquiryChecks(ledger).aQuestionIsAnsweredOnce());
    }

    @Test
    final void aKindMayBeAsLongAsANameMayBe() {
        withLedger(ledger -> new InquiryChecks(ledger).aKindMayBeAsLongAsANameMayBe());
    }

    @Test
    final void changesMoveWhenAQuestionIsAsked() {
        withLedger(ledger -> new InquiryChecks(ledger).changesMove());
    }

    @Test
    final void onePersonDecidesAboutAHeldUnit() {
        withLedger(ledger -> new HoldChecks(ledger).oneDecides());
    }

    @Test
    final void heldUnitsInBatches() {
        withLedger(ledger -> new HoldChecks(ledger).batches());
    }

    @Test
    final void heldUnitsAreNotCountedAsQueued() {
        withLedger(ledger -> new HoldChecks(ledger).heldUnitsAreNotCountedAsQueued());
    }

    @Test
    final void aHeldUnitNeverLacksItsClass() {
        withLedger(ledger -> new HoldChecks(ledger).aHeldUnitNeverLacksItsClass());
    }

    @Test
    final void changesMoveWhenAUnitIsPromoted() {
        withLedger(ledger -> new HoldChecks(ledger).changesMove());
    }

    @Test
    final void oneOfAllGetsAllThatItSubmitsTogether() {
        withLedger(ledger -> new TogetherChecks(ledger).oneGetsAll());
    }

    @Test
    final void unitsGoInTogetherInAnyOrder() {
        withLedger(ledger -> new TogetherChecks(ledger).anyOrderGoesThrough());
    }

    @Test
    final void nothingIsSubmittedTogetherWhereAClassIsLacking() {
        withLedger(ledger -> new TogetherChecks(ledger).noneWhereAClassIsLacking());
    }

    @Test
    final void oneOfManyRunsAUnitHere() {
        withLedger(ledger -> new HereChecks(ledger).oneOfManyRunsIt());
    }

    @Test
    final void limitsHoldForWhatRunsHere() {
        withLedger(ledger -> new HereChecks(ledger).limitsHoldBesideClaims());
    }

    @Test
    final void aShapeOfWhatDoesNotRunHereIsFree() {
        withLedger(ledger -> new HereChecks(ledger).aShapeOfWhatWasRefusedIsFree());
    }

    private List<List<String>> play(Scenario scenario, boolean twice) {
        ManualClock clock = new ManualClock();
        try (Ledger ledger = open(clock)) {
            return new ScenarioRun(ledger, clock, twice).play(scenario);
        }
    }

    static void compare(Scenario scenario, List<List<String>> answers) {
        String differences = scenario.differences(answers);
        if (!differences.isEmpty()) {
            throw new AssertionError("other answers than in the scenario (- expected, + given):\n" + differences);
        }
    }

    private void inCrowd(Consumer<ConcurrencyChecks> check) {
        withLedger(ledger -> check.accept(new ConcurrencyChecks(ledger)));
    }

    private void withLedger(Consumer<Ledger> check) {
        try (Ledger ledger = open(new ManualClock())) {
            check.accept(ledger);
        }
    }
}
