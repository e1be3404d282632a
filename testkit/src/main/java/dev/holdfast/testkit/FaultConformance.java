// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Faults that users of other systems have met, as far as it takes many threads, much work or a long time to show that a
 * ledger does not have them; scenario files show the others. {@code docs/public-faults.md} lists all by their ids. A
 * store's tests extend this class and say how to open a ledger.
 */
public abstract class FaultConformance {
    /** Only subclasses make sense. */
    protected FaultConformance() {}

    /**
     * Opens a ledger that is empty and shares nothing with those opened before.
     *
     * @param clock the only time that the ledger may know
     */
    protected abstract Ledger open(LedgerClock clock);

    /** PF-001. */
    @Test
    void aSweepNeverTurnsBackWhatItsHolderSettled() {
        race(RaceChecks::aSweepNeverTurnsBackWhatItsHolderSettled);
    }

    /** PF-012, PF-084. */
    @Test
    void onlyOneOfManySweepsEndsAClaim() {
        race(RaceChecks::onlyOneOfManySweepsEndsAClaim);
    }

    /** PF-015. */
    @Test
    void aUnitThatGoesBackAndForthHasOneHolder() {
        race(RaceChecks::aUnitThatGoesBackAndForthHasOneHolder);
    }

    /** PF-009. */
    @Test
    void aClaimHasOneOutcome() {
        race(RaceChecks::aClaimHasOneOutcome);
    }

    /** PF-023. */
    @Test
    void aHeartbeatIsNeverInTheWayOfAnAnswer() {
        race(RaceChecks::aHeartbeatIsNeverInTheWayOfAnAnswer);
    }

    /** PF-005, PF-019, PF-170. */
    @Test
    void whoRenewsIsNeverSwept() {
        ManualClock clock = new ManualClock();
        try (Ledger ledger = open(clock)) {
            new EnduranceChecks(ledger).whoRenewsIsNeverSwept(clock);
        }
    }

    /** PF-171. */
    @Test
    void whatFitsIsNotHiddenByWhatDoesNot() {
        endure(EnduranceChecks::whatFitsIsNotHiddenByWhatDoesNot);
    }

    /** PF-184. */
    @Test
    void aSmallKeyIsServedBesideALargeOne() {
        endure(EnduranceChecks::aSmallKeyIsServedBesideALargeOne);
    }

    /** PF-177. */
    @TestFactory
    Stream<DynamicTest> explanationsAgreeWithClaims() {
        return LongStream.rangeClosed(1, 10)
                .mapToObj(seed ->
                        dynamicTest("seed " + seed, () -> endure(checks -> checks.explanationsAgreeWithClaims(seed))));
    }

    private void race(Consumer<RaceChecks> check) {
        ManualClock clock = new ManualClock();
        try (Ledger ledger = open(clock)) {
            check.accept(new RaceChecks(ledger, clock));
        }
    }

    private void endure(Consumer<EnduranceChecks> check) {
        try (Ledger ledger = open(new ManualClock())) {
            check.accept(new EnduranceChecks(ledger));
        }
    }
}
