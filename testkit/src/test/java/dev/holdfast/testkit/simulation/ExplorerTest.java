// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.testkit.Figure;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** See {@link Explorer}. How many states there are changes with the rules, and is told, not demanded. */
class ExplorerTest {
    private static final Set<Canary> FOUND = EnumSet.noneOf(Canary.class);

    @Test
    void everyPromiseHoldsInEveryStateOfLosses() {
        explore(SmallWorld.losses());
    }

    @Test
    void everyPromiseHoldsInEveryStateOfQuestions() {
        explore(SmallWorld.questions());
    }

    @Test
    void everyPromiseHoldsInEveryStateOfSilences() {
        explore(SmallWorld.silences());
    }

    private static void explore(SmallWorld small) {
        Explorer.Explored explored = Explorer.explore(small, Options.standard());
        System.out.println(Figure.line("explorer." + small.name() + ".states", explored.states()));
        System.out.println(Figure.line("explorer." + small.name() + ".transitions", explored.transitions()));
        System.out.println(Figure.line("explorer." + small.name() + ".depth", explored.depth()));
        assertThat(explored.states()).isGreaterThan(1_000);
        assertThat(explored.unchanged()).isBetween(1L, explored.transitions() - explored.states());
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "SAME_FENCE_TWICE",
                "LIMITS_IGNORED",
                "REPLAY_FORGOTTEN",
                "END_REOPENED",
                "ADDITIONS_LOST",
                "ATTEMPT_NOT_COUNTED",
                "LOSS_NEVER_FOUND",
                "LEASE_CUT_SHORT",
                "KEY_FORGOTTEN",
                "DEATH_IGNORED",
                "LEASE_HALVED",
                "DEAD_WORKER_RENEWED",
                "RELEASED_KEEPS_ITS_SLOT",
                "RETRY_AT_ONCE",
                "REPEATED_ANSWER_COUNTS",
                "CANCELLED_AFTER_THE_END",
                "LOSS_NOT_COUNTED"
            })
    void wrongRulesAreFoundAmongLosses(Canary canary) {
        assertFound(canary, SmallWorld.losses());
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "STALE_HOLDER_ACCEPTED",
                "CANCEL_FORGOTTEN",
                "BEGIN_NOT_WRITTEN",
                "LATE_ANSWER_KEEPS_THE_LOSS",
                "EVIDENCE_REPLACED",
                "CANCEL_LOST_WITH_THE_CLAIM",
                "INQUIRY_NOT_CLOSED",
                "INQUIRY_NOT_SUBMITTED",
                "INQUIRY_ENDS_WITHOUT_ANSWER"
            })
    void wrongRulesAreFoundAmongQuestions(Canary canary) {
        assertFound(canary, SmallWorld.questions());
    }

    @ParameterizedTest
    @EnumSource(names = "ORPHAN_KEPT")
    void wrongRulesAreFoundAmongSilences(Canary canary) {
        assertFound(canary, SmallWorld.silences());
    }

    private static void assertFound(Canary canary, SmallWorld small) {
        Options wrong = Options.standard().withLedger(canary::ledger);
        assertThatThrownBy(() -> Explorer.explore(small, wrong))
                .isInstanceOf(InvariantBroken.class)
                .hasMessageContaining("small world " + small.name());
        FOUND.add(canary);
        System.out.println(Figure.line("explorer.canaries", FOUND.size()));
    }
}
