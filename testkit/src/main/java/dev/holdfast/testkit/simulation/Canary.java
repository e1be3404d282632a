// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.ledger.Engine;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.Shelf;
import java.util.function.Function;

/** Wrong rule sets: each breaks one promise, and the simulation has to notice. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum Canary {
    SAME_FENCE_TWICE("I2", WrongShelf.writing(WrongClaims::counterNotRaised)),
    LIMITS_IGNORED("I7", WrongShelf.showing(WrongClaims::nothingUsed)),
    REPLAY_FORGOTTEN("I13", WrongShelf.showing(WrongClaims::nothingRemembered)),
    PAUSE_IGNORED("I14", WrongShelf.showing(WrongClaims::neverPaused)),
    PARKED_FOR_EVER("I20", WrongShelf.writing(WrongClaims::parkedForEver)),
    STALE_HOLDER_ACCEPTED("I3", WrongShelf.deciding(WrongUnits::staleHolderAccepted)),
    END_REOPENED("I6", WrongShelf.deciding(WrongUnits::endReopened)),
    CANCEL_FORGOTTEN("I15", WrongShelf.deciding(WrongUnits::cancelForgotten)),
    ADDITIONS_LOST("I4", WrongShelf.deciding(WrongUnits::additionsLost)),
    ATTEMPT_NOT_COUNTED("I8", WrongShelf.deciding(WrongUnits::attemptNotCounted)),
    BEGIN_NOT_WRITTEN("I13", WrongShelf.deciding(WrongUnits::beginNotWritten)),
    ORPHAN_KEPT("I28", WrongShelf.deciding(WrongUnits::orphanKept)),
    REQUEUED_INSTEAD_OF_UNCERTAIN("unasked", WrongShelf.sweeping(WrongUnits::requeuedInsteadOfUncertain)),
    LOSS_NEVER_FOUND("I22", WrongShelf.sweeping(WrongUnits::lossNeverFound)),
    LEASE_CUT_SHORT("I16", HastySweeps::new),
    SUBMISSION_LOST("I5", LostSubmissions::new),
    KEY_FORGOTTEN("I13", ForgottenKeys::new),
    HALF_OF_A_WHOLE_KEPT("I13", HalvesKept::new),
    BATCH_SHARES_A_FENCE("I2", WrongShelf.writing(WrongGrants::oneFenceForAll)),
    DOMAIN_LIMIT_PASSED_BY_ONE("I7", WrongShelf.writing(WrongGrants::oneMoreOfADomain)),
    BANDS_NOT_SHARED("I20", WrongShelf.showing(WrongClaims::strictBands)),
    KEY_CLAIM_NOT_COUNTED("I4", WrongShelf.showing(WrongClaims::keysWithoutLimits)),
    LISTED_KEYS_IGNORED("I4", OwnKeys::new),
    OTHER_POOLS_FORGOTTEN("I7", OwnPoolOnly::new),
    FARE_FORGOTTEN("I19", WrongShelf.writing(WrongGrants::noFares)),
    QUARANTINE_IGNORED("I7", WrongShelf.showing(WrongClaims::nothingQuarantined)),
    WORKER_ROOM_IGNORED("I7", WrongShelf.showing(WrongWorkers::roomForAnything)),
    ELIGIBILITY_IGNORED("I14", WrongShelf.showing(WrongWorkers::ableToDoAnything)),
    DRAINING_IGNORED("I14", WrongShelf.showing(WrongWorkers::neverDraining)),
    ILLNESS_IGNORED("I14", WrongShelf.showing(WrongWorkers::neverIll)),
    DEATH_IGNORED("I14", WrongShelf.showing(WrongWorkers::neverDead)),
    LEASE_HALVED("I16", WrongLeases.renewing(WrongLeases::forHalfTheTime)),
    DEAD_WORKER_RENEWED("I16", WrongLeases.renewing(WrongLeases::evenOfTheDead)),
    RELEASED_KEEPS_ITS_SLOT("I4", WrongShelf.deciding(WrongAfterlives::slotKept)),
    RETRY_AT_ONCE("I21", WrongShelf.deciding(WrongAfterlives::triedAgainAtOnce)),
    START_BY_FORGOTTEN_ON_RETRY("I14", WrongShelf.deciding(WrongAfterlives::startByForgotten)),
    BUDGETS_IGNORED("I14", WrongShelf.deciding(WrongAfterlives::budgetsIgnored)),
    LATE_ANSWER_KEEPS_THE_LOSS("I8", WrongShelf.deciding(WrongAfterlives::lossKeptAfterALateAnswer)),
    REPEATED_ANSWER_COUNTS("I13", WrongShelf.deciding(WrongAfterlives::repeatedAnswerCounts)),
    CANCELLED_AFTER_THE_END("I6", WrongShelf.deciding(WrongAfterlives::cancelledAfterTheEnd)),
    EVIDENCE_REPLACED("I13", WrongShelf.deciding(WrongAfterlives::evidenceReplaced)),
    LOSS_NOT_COUNTED("I8", WrongShelf.sweeping(WrongAfterlives::lossNotCounted)),
    RUN_LIMIT_IGNORED("I22", WrongShelf.sweeping(WrongAfterlives::runLimitIgnored)),
    CANCEL_LOST_WITH_THE_CLAIM("I15", WrongShelf.sweeping(WrongAfterlives::cancelNotSeenBySweeps)),
    INQUIRY_NOT_CLOSED("asked", WrongShelf.deciding(WrongInquiries::notClosed)),
    INQUIRY_NOT_SUBMITTED("asked", WrongShelf.sweeping(WrongInquiries::notSubmitted)),
    INQUIRY_ENDS_WITHOUT_ANSWER("asked", WrongShelf.deciding(WrongInquiries::openQuestionsNotSeen)),
    PROMOTED_AFTER_ITS_WITHDRAWAL("I6", WrongShelf.deciding(WrongHolds::promotedAfterItsWithdrawal)),
    HOLD_ENDS_THE_OTHER_WAY("I3", WrongShelf.sweeping(WrongHolds::endsTheOtherWay)),
    TICK_WITHOUT_WORK("ticks", WrongSchedules.Idle::new),
    TICK_SUBMITTED_TWICE("ticks", WrongSchedules.Twice::new);

    private final String breaks;
    private final Function<LedgerClock, Shelf> shelf;

    Canary(String breaks, Function<LedgerClock, Shelf> shelf) {
        this.breaks = breaks;
        this.shelf = shelf;
    }

    /** The invariant by which it has to be found. */
    String breaks() {
        return breaks;
    }

    Shelf over(LedgerClock clock) {
        return shelf.apply(clock);
    }

    Ledger ledger(LedgerClock clock) {
        return new Engine(over(clock));
    }
}
