// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.EvidenceLog;
import dev.holdfast.core.attempt.Gate;
import dev.holdfast.core.attempt.Operation;
import dev.holdfast.core.attempt.ProviderOperation;
import java.util.List;
import java.util.Optional;

/**
 * What must be true of an attempt before and after a command, whichever it is: what was first stands, debt only goes on
 * (I26), generations only grow, the gate stays closed, who was fenced never returns (I25), the log is only added to.
 */
public final class AttemptTransitions {
    private AttemptTransitions() {}

    /** Fails with what is not so. */
    public static void check(Attempt old, Attempt after) {
        if (old.equals(after)) {
            return;
        }
        assertThat(after.version()).as("version").isGreaterThan(old.version());
        assertThat(after.origin()).as("origin").isEqualTo(old.origin());
        stands("settlement", old.settlement(), after.settlement());
        stands("cancellation", old.cancellation(), after.cancellation());
        stands("descriptor", old.stage().described(), after.stage().described());
        assertThat(old.gate() == Gate.OPEN || after.gate() == Gate.CLOSED)
                .as("the gate opens never again")
                .isTrue();
        assertThat(old.isClosed() && !after.isClosed()).as("open again").isFalse();
        assertThat(!old.isClaimable()
                        && after.isClaimable()
                        && old.stage().allocation().isPresent())
                .as("claimable again")
                .isFalse();
        assertThat(after.late().subList(0, old.late().size()))
                .as("late outcomes")
                .isEqualTo(old.late());
        checkDebt(old, after);
        checkRuntime(old, after);
        checkOperations(old, after);
        checkLog(old.log(), after.log());
    }

    private static <T> void stands(String what, Optional<T> old, Optional<T> after) {
        old.ifPresent(first -> assertThat(after).as(what).contains(first));
    }

    private static void checkDebt(Attempt old, Attempt after) {
        old.stage()
                .obligation()
                .ifPresent(owed -> assertThat(after.stage().obligation().orElseThrow())
                        .as("what is owed")
                        .isGreaterThanOrEqualTo(owed));
        if (old.stage().provider().isEmpty()) {
            return;
        }
        ProviderOperation before = old.stage().provider().get();
        ProviderOperation now = after.stage().provider().orElseThrow();
        assertThat(now.generation()).as("claim generation").isBetween(before.generation(), before.generation() + 1);
        assertThat(now.failures()).as("failures").isBetween(before.failures(), before.failures() + 1);
        before.completion()
                .ifPresent(
                        number -> assertThat(now.completion()).as("completion").hasValue(number));
        boolean another = !now.holder().equals(before.holder()) && now.generation() != before.generation();
        assertThat(another || now.generation() == before.generation())
                .as("a generation is one controller's")
                .isTrue();
    }

    private static void checkRuntime(Attempt old, Attempt after) {
        long before = old.runtime().generation();
        long now = after.runtime().generation();
        assertThat(now).as("runtime generation").isBetween(before, before + 1);
        if (now == before) {
            assertThat(after.runtime().incarnation())
                    .as("the incarnation of a generation")
                    .isEqualTo(old.runtime().incarnation());
            stands(
                    "readiness",
                    old.runtime().ready().filter(each -> after.runtime().until().isPresent()),
                    after.runtime().ready());
        } else {
            assertThat(after.runtime().ready()).as("ready at once").isEmpty();
            assertThat(old.runtime().fenced())
                    .as("returned from the dead")
                    .doesNotContain(after.runtime().incarnation().orElseThrow());
        }
        assertThat(after.runtime().fenced())
                .as("fenced")
                .containsAll(old.runtime().fenced());
    }

    private static void checkOperations(Attempt old, Attempt after) {
        List<Operation> now = after.operations().all();
        for (int i = 0; i < old.operations().all().size(); i++) {
            Operation before = old.operations().all().get(i);
            Operation same = now.get(i);
            assertThat(same.key()).as("key").isEqualTo(before.key());
            assertThat(same.admittedAt()).as("first admission").isEqualTo(before.admittedAt());
            switch (before.state()) {
                case Operation.State.Active active -> {}
                case Operation.State.Completed done ->
                    assertThat(same).as("done").isEqualTo(before);
                case Operation.State.Prepared done ->
                    assertThat(same).as("done").isEqualTo(before);
                case Operation.State.Reclaimed gone ->
                    assertThat(same).as("gone").isEqualTo(before);
                case Operation.State.Lost lost ->
                    assertThat(same.equals(before) || (before.resumable() && same.generation() > before.generation()))
                            .as("lost, or resumed by a newer generation")
                            .isTrue();
            }
        }
        if (old.isSettled()) {
            assertThat(after.operations()).as("operations of a settled attempt").isEqualTo(old.operations());
        }
    }

    private static void checkLog(EvidenceLog old, EvidenceLog after) {
        assertThat(after.written()).as("written").isGreaterThanOrEqualTo(old.written());
        for (EvidenceLog.Entry entry : old.entries()) {
            Optional<EvidenceLog.Entry> now = after.entry(entry.number());
            assertThat(now.isPresent() || !entry.what().authorises()).as("kept").isTrue();
            now.ifPresent(same -> assertThat(same).as("entry").isEqualTo(entry));
        }
    }
}
