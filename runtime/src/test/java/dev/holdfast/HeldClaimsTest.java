// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Submission;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a worker names in its heartbeats. */
class HeldClaimsTest {
    private final HeldClaims claims = new HeldClaims();
    private final RequestId request = new RequestId(0, 1, 2);

    private static Held held(int number, Duration runLimit) {
        Submission submission = Submission.of("test", new IdempotencyKey("k" + number))
                .runLimit(runLimit)
                .build();
        Grant grant = new Grant(new PoolId("p"), new WorkId("w" + number), Fence.of(1, number), 1, 1, submission);
        return new Held(grant, 0, 100, false);
    }

    @Test
    void aRequestLeavesInTheStepInWhichItsGrantsJoin() {
        claims.requesting(request);
        assertThat(claims.snapshot(true))
                .isEqualTo(new HeldClaims.Snapshot(new Holdings.Listed(List.of()), java.util.Set.of(request)));

        Held held = held(1, Duration.ofSeconds(1));
        assertThat(claims.answered(request, 0, List.of(held))).isTrue();
        HeldClaims.Snapshot snapshot = claims.snapshot(false);
        assertThat(snapshot.inFlight()).isEmpty();
        assertThat(snapshot.holdings()).isEqualTo(Holdings.digest(List.of(held.holding())));
    }

    @Test
    void grantsOfAnEarlierWorkerAreNotNamed() {
        Held first = held(1, Duration.ofSeconds(1));
        claims.answered(request, 0, List.of(first));
        assertThat(claims.passTo(1)).containsExactly(first);
        assertThat(claims.answered(request, 0, List.of(held(2, Duration.ofSeconds(1)))))
                .isFalse();
        assertThat(claims.all()).isEmpty();
        assertThat(claims.nextRunLimit()).isEqualTo(Monotonic.NEVER);
    }

    @Test
    void aClaimOverItsRunLimitStaysNamed() {
        Held shorter = held(1, Duration.ofNanos(10));
        Held longer = held(2, Duration.ofNanos(20));
        claims.answered(request, 0, List.of(longer, shorter));
        assertThat(claims.nextRunLimit()).isEqualTo(110);

        assertThat(claims.overRunLimit(109)).isEmpty();
        assertThat(claims.overRunLimit(110)).containsExactly(shorter);
        assertThat(claims.overRunLimit(115)).isEmpty();
        assertThat(claims.all()).containsExactlyInAnyOrder(shorter, longer);
        claims.remove(List.of(shorter, longer));
        assertThat(claims.nextRunLimit()).isEqualTo(Monotonic.NEVER);
        assertThat(claims.all()).isEmpty();
    }
}
