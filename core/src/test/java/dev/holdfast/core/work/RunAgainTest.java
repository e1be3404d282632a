// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole table of "may it run again unasked?", and what follows from its yes and no. */
class RunAgainTest {
    private static final Moment NOW = new Moment(1_000_000);
    private static final String TABLE = """
        AT_LEAST_ONCE, REDISPATCH,                  NOT_STARTED, yes
        AT_LEAST_ONCE, REDISPATCH,                  NOT_APPLIED, yes
        AT_LEAST_ONCE, REDISPATCH,                  APPLIED,     no
        AT_LEAST_ONCE, REDISPATCH,                  UNKNOWN,     yes
        AT_LEAST_ONCE, REDISPATCH,                  AMBIGUOUS,   yes
        AT_LEAST_ONCE, RECONCILE_BEFORE_REDISPATCH, NOT_STARTED, yes
        AT_LEAST_ONCE, RECONCILE_BEFORE_REDISPATCH, NOT_APPLIED, yes
        AT_LEAST_ONCE, RECONCILE_BEFORE_REDISPATCH, APPLIED,     no
        AT_LEAST_ONCE, RECONCILE_BEFORE_REDISPATCH, UNKNOWN,     no
        AT_LEAST_ONCE, RECONCILE_BEFORE_REDISPATCH, AMBIGUOUS,   no
        IDEMPOTENT,    REDISPATCH,                  NOT_STARTED, yes
        IDEMPOTENT,    REDISPATCH,                  NOT_APPLIED, yes
        IDEMPOTENT,    REDISPATCH,                  APPLIED,     yes
        IDEMPOTENT,    REDISPATCH,                  UNKNOWN,     yes
        IDEMPOTENT,    REDISPATCH,                  AMBIGUOUS,   yes
        IDEMPOTENT,    RECONCILE_BEFORE_REDISPATCH, NOT_STARTED, yes
        IDEMPOTENT,    RECONCILE_BEFORE_REDISPATCH, NOT_APPLIED, yes
        IDEMPOTENT,    RECONCILE_BEFORE_REDISPATCH, APPLIED,     yes
        IDEMPOTENT,    RECONCILE_BEFORE_REDISPATCH, UNKNOWN,     no
        IDEMPOTENT,    RECONCILE_BEFORE_REDISPATCH, AMBIGUOUS,   no
        ATOMIC,        REDISPATCH,                  NOT_STARTED, yes
        ATOMIC,        REDISPATCH,                  NOT_APPLIED, yes
        ATOMIC,        REDISPATCH,                  APPLIED,     yes
        ATOMIC,        REDISPATCH,                  UNKNOWN,     yes
        ATOMIC,        REDISPATCH,                  AMBIGUOUS,   yes
        RECONCILED,    RECONCILE_BEFORE_REDISPATCH, NOT_STARTED, yes
        RECONCILED,    RECONCILE_BEFORE_REDISPATCH, NOT_APPLIED, yes
        RECONCILED,    RECONCILE_BEFORE_REDISPATCH, APPLIED,     no
        RECONCILED,    RECONCILE_BEFORE_REDISPATCH, UNKNOWN,     no
        RECONCILED,    RECONCILE_BEFORE_REDISPATCH, AMBIGUOUS,   no
        """;

    @ParameterizedTest
    @CsvSource(textBlock = TABLE)
    void table(Guarantee guarantee, Recovery recovery, Evidence evidence, String answer) {
        Unit unit = unit(guarantee, recovery);
        assertThat(RunAgain.mayRunAgain(unit.requirements(), evidence)).isEqualTo(answer.equals("yes"));
    }

    /** No is UNCERTAIN whatever else holds; yes is CANCELLED, POISONED or QUEUED, in this order. */
    @ParameterizedTest
    @CsvSource(textBlock = TABLE)
    void aftermath(Guarantee guarantee, Recovery recovery, Evidence evidence, String answer) {
        boolean yes = answer.equals("yes");
        boolean counts = evidence != Evidence.NOT_STARTED;
        Unit fresh = unit(guarantee, recovery);
        Unit cancelled = fresh.cancelRequested(new CancelRequest("ann", "changed", NOW));
        assertThat(after(fresh, evidence, 5)).isEqualTo(yes ? Status.QUEUED : Status.UNCERTAIN);
        assertThat(after(fresh, evidence, 1))
                .isEqualTo(!yes ? Status.UNCERTAIN : counts ? Status.POISONED : Status.QUEUED);
        assertThat(after(cancelled, evidence, 5)).isEqualTo(yes ? Status.CANCELLED : Status.UNCERTAIN);
        assertThat(after(cancelled, evidence, 1)).isEqualTo(yes ? Status.CANCELLED : Status.UNCERTAIN);
    }

    private static Status after(Unit unit, Evidence evidence, int maxAttempts) {
        Answer.Released answer = new Answer.Released(evidence, "later", Optional.empty());
        Aftermath next = Aftermath.ofRelease(
                unit, unit.losses(), PoolPolicy.DEFAULT.withBudgets(maxAttempts, 5), Fence.of(1, 1), answer, NOW);
        assertThat(next.attempts()).isEqualTo(evidence == Evidence.NOT_STARTED ? 0 : 1);
        if (next.state() instanceof WorkState.Queued queued) {
            Duration wait = queued.due().since(NOW);
            assertThat(wait.isZero()).isEqualTo(evidence == Evidence.NOT_STARTED);
        }
        return next.state().status();
    }

    private static Unit unit(Guarantee guarantee, Recovery recovery) {
        Submission submission = Submission.of("mail", new IdempotencyKey("k"))
                .guarantee(guarantee)
                .recovery(recovery)
                .build();
        return new NewUnit(new WorkId("k"), new PoolId("p"), 1, submission, "", Optional.empty(), false)
                .admittedAt(NOW);
    }
}
