// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.runtime.logic.HeartbeatLogic.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeartbeatLogicTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final HeartbeatLogic logic = new HeartbeatLogic(() -> 0L);

    @Test
    void registersAtOnceAndAgainAfterABackOff() {
        assertThat(logic.next(0)).isEqualTo(new Step.Register());
        logic.failed(SECOND);
        assertThat(logic.next(SECOND))
                .isEqualTo(new Step.Wait(SECOND + Duration.ofMillis(50).toNanos()));
        assertThat(logic.next(2 * SECOND)).isEqualTo(new Step.Register());
        assertThat(logic.mayStart(2 * SECOND)).isFalse();
    }

    @Test
    void beatsThreeTimesALease() {
        logic.registered(0, LEASE);
        assertThat(logic.mayStart(0)).isTrue();
        assertThat(logic.next(1)).isEqualTo(new Step.Wait(10 * SECOND));
        assertThat(logic.next(10 * SECOND)).isEqualTo(new Step.Beat(false));
        logic.renewed(10 * SECOND, LEASE, false);
        assertThat(logic.next(11 * SECOND)).isEqualTo(new Step.Wait(20 * SECOND));
    }

    @Test
    void triesSoonerAfterAFailureAndGivesUpAtFourFifths() {
        logic.registered(0, LEASE);
        long now = 10 * SECOND;
        int beats = 0;
        Step step = logic.next(now);
        while (!(step instanceof Step.Fence)) {
            if (step instanceof Step.Wait wait) {
                assertThat(wait.until()).isGreaterThan(now);
                now = wait.until();
            } else {
                beats++;
                logic.failed(now);
            }
            step = logic.next(now);
        }
        assertThat(now).isEqualTo(24 * SECOND);
        assertThat(beats).isBetween(8, 20);
        assertThat(logic.mayStart(now)).isFalse();
        logic.fenced();
        assertThat(logic.next(now)).isEqualTo(new Step.Register());
    }

    @Test
    void sendsTheListOnceWhenItIsAskedFor() {
        logic.registered(0, LEASE);
        logic.renewed(10 * SECOND, LEASE, true);
        assertThat(logic.next(10 * SECOND)).isEqualTo(new Step.Beat(true));
        logic.renewed(11 * SECOND, LEASE, true);
        assertThat(logic.next(11 * SECOND)).isEqualTo(new Step.Wait(21 * SECOND));
        assertThat(logic.next(21 * SECOND)).isEqualTo(new Step.Beat(false));
    }

    @Test
    void aWorkerThatWasRegisteredBeforeAsksForItsLeaseFirst() {
        logic.registeredBefore();
        assertThat(logic.mayStart(SECOND)).isFalse();
        assertThat(logic.next(SECOND)).isEqualTo(new Step.Beat(false));
        logic.renewed(SECOND, LEASE, false);
        assertThat(logic.mayStart(2 * SECOND)).isTrue();
    }

    @Test
    void aSuspicionIsLookedInto() {
        logic.registered(0, LEASE);
        logic.suspect();
        assertThat(logic.next(1)).isEqualTo(new Step.Beat(false));
    }

    @Test
    void anAnswerToAWorkerThatIsNoMoreChangesNothing() {
        logic.registered(0, LEASE);
        logic.fenced();
        logic.renewed(SECOND, LEASE, false);
        assertThat(logic.next(SECOND)).isEqualTo(new Step.Register());
    }
}
