// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimLogicTest {
    private static final long MILLI = Duration.ofMillis(1).toNanos();
    private static final ClaimDecision GRANTED = new ClaimDecision.Granted(List.of(), List.of(), true);
    private static final ClaimDecision NOTHING = new ClaimDecision.NothingWaits(Optional.empty());

    private final ClaimLogic logic = new ClaimLogic(4, Duration.ofMillis(20), Duration.ofSeconds(1), () -> 0L);

    /** PF-167. */
    @Test
    void permitsComeFirst() {
        assertThat(logic.want(0, 0)).isEqualTo(4);
        assertThat(logic.want(3, 0)).isEqualTo(1);
        assertThat(logic.want(3, 1)).isZero();
        assertThat(logic.want(4, 0)).isZero();
    }

    @Test
    void prefetchesWhatStartsWithinTwentyMilliseconds() {
        logic.ran(10 * MILLI);
        assertThat(logic.want(4, 0)).isEqualTo(8);
        assertThat(logic.want(4, 4)).isEqualTo(4);
        assertThat(logic.want(4, 5)).as("more than half is still here").isZero();
    }

    @Test
    void slowRunsArePrefetchedNot() {
        logic.ran(10 * MILLI);
        for (int i = 0; i < 20; i++) {
            logic.ran(500 * MILLI);
        }
        assertThat(logic.want(4, 0)).isZero();
    }

    @Test
    void whatWaitedTooLongIsUnlearnt() {
        logic.ran(1);
        assertThat(logic.want(4, 0)).isEqualTo(ClaimLogic.MAX_PREFETCH);
        logic.waitedTooLong();
        assertThat(logic.want(4, 0)).isZero();
    }

    @Test
    void neverAsksForMoreThanAClaimMay() {
        ClaimLogic wide = new ClaimLogic(10_000, Duration.ofSeconds(1), Duration.ofSeconds(1), () -> 0L);
        wide.ran(1);
        assertThat(wide.want(0, 0)).isEqualTo(ClaimWork.MAX);
    }

    @Test
    void claimsAgainAtOnceAfterGrants() {
        logic.answered(GRANTED, 7, 0);
        assertThat(logic.isTime(0, 7)).isTrue();
    }

    @Test
    void asksALittleLaterAfterTheLastGrant() {
        logic.answered(new ClaimDecision.Granted(List.of(), List.of(), false), 7, 0);
        assertThat(logic.isTime(0, 7)).isFalse();
        assertThat(logic.isTime(0, 8)).isTrue();
        assertThat(logic.isTime(5 * MILLI, 7)).isTrue();
    }

    @Test
    void anEmptyPoolIsLeftAloneUntilItChangesOrTheIdlePoll() {
        logic.answered(NOTHING, 7, 0);
        assertThat(logic.isTime(10 * MILLI, 7)).isFalse();
        assertThat(logic.isTime(10 * MILLI, 8)).isTrue();
        assertThat(logic.isTime(1_000 * MILLI, 7)).isTrue();
    }

    @Test
    void whatIsDueIsClaimedWhenItIsDue() {
        logic.answered(new ClaimDecision.NothingWaits(Optional.of(Duration.ofMillis(30))), 7, 0);
        assertThat(logic.isTime(29 * MILLI, 7)).isFalse();
        assertThat(logic.isTime(30 * MILLI, 7)).isTrue();
    }

    /** PF-118. */
    @Test
    void anIdleWorkerLooksLessAndLessOften() {
        logic.answered(NOTHING, 7, 0);
        long first = logic.nextLook(0);
        long now = first;
        for (int i = 0; i < 20; i++) {
            now = 100 * MILLI;
            first = Math.max(first, logic.nextLook(now) - now);
        }
        assertThat(logic.nextLook(now) - now).isEqualTo(50 * MILLI);
        logic.answered(GRANTED, 7, now);
        logic.answered(NOTHING, 7, now);
        assertThat(logic.nextLook(now) - now).isEqualTo(5 * MILLI);
    }

    @Test
    void aFullPoolIsNotAskedAtEveryChange() {
        logic.answered(new ClaimDecision.NothingFits(Account.poolClaims(new PoolId("p")), false), 7, 0);
        assertThat(logic.isTime(4 * MILLI, 8)).isFalse();
        assertThat(logic.isTime(5 * MILLI, 8)).isTrue();
    }

    @Test
    void aRefusedWorkerWaitsForTheIdlePollOrForNews() {
        logic.answered(new ClaimDecision.RequestConflict(), 7, 0);
        assertThat(logic.isTime(500 * MILLI, 8)).isFalse();
        assertThat(logic.isTime(1_000 * MILLI, 7)).isTrue();
        logic.expect();
        assertThat(logic.isTime(0, 7)).isTrue();
    }
}
