// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Command;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.testkit.Cut;
import dev.holdfast.testkit.FaultProxy;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command, with the connection cut at every place where one can be cut: the answer is that of a run without faults,
 * or that of a command which is sent a second time, and what is stored is what one run without faults stores. Clocks stand
 * still, so that both can be compared as they are.
 */
class FaultLoopTest {
    private static final Duration LATENCY = Duration.ofMillis(2);

    private static FaultWorld world;

    @BeforeAll
    static void start() {
        world = new FaultWorld();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    static Stream<FaultCase> cases() {
        return FaultCases.all();
    }

    /** What may be answered and what has to be there afterwards. */
    private record Expected(Set<String> answers, String state) {}

    private static Expected withoutFaults(FaultCase each) {
        ManualClock clock = new ManualClock();
        world.empty();
        try (Ledger ledger = world.through(clock, UnaryOperator.identity())) {
            List<? extends Command<?>> commands = prepare(each, ledger, clock);
            String first = FaultWorld.answers(ledger, commands);
            String state = world.state(clock);
            String again = FaultWorld.answers(ledger, commands);
            assertThat(world.state(clock)).as("sent twice, done once").isEqualTo(state);
            return new Expected(Set.of(first).equals(Set.of(again)) ? Set.of(first) : Set.of(first, again), state);
        }
    }

    private static List<? extends Command<?>> prepare(FaultCase each, Ledger ledger, ManualClock clock) {
        if (each.elsewhere()) {
            try (Ledger other = world.direct(clock)) {
                each.before().accept(other, clock);
                return each.commands().apply(other);
            }
        }
        each.before().accept(ledger, clock);
        return each.commands().apply(ledger);
    }

    /** Where a commit is in doubt, and where any other answer is. PF-050, PF-062, PF-093. */
    @ParameterizedTest
    @MethodSource("cases")
    void aCutAtACommitOrALostAnswerChangesNothing(FaultCase each) {
        cutEverywhere(each, Cut.Point.COMMIT, Cut.Side.BEFORE);
        cutEverywhere(each, Cut.Point.COMMIT, Cut.Side.ANSWER_LOST);
        cutEverywhere(each, Cut.Point.REQUEST, Cut.Side.ANSWER_LOST);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("cases")
    void aCutAnywhereElseChangesNothing(FaultCase each) {
        cutEverywhere(each, Cut.Point.COMMIT, Cut.Side.AFTER);
        cutEverywhere(each, Cut.Point.REQUEST, Cut.Side.BEFORE);
        cutEverywhere(each, Cut.Point.REQUEST, Cut.Side.AFTER);
    }

    private static void cutEverywhere(FaultCase each, Cut.Point point, Cut.Side side) {
        Expected expected = withoutFaults(each);
        int number = 1;
        while (wasCut(each, expected, new Cut(point, number, side))) {
            number++;
        }
        assertThat(number).as("%s: cuts %s %s", each, side, point).isGreaterThan(1);
    }

    /** Returns whether there was such a place. */
    private static boolean wasCut(FaultCase each, Expected expected, Cut cut) {
        ManualClock clock = new ManualClock();
        world.empty();
        try (Ledger ledger = world.through(clock, UnaryOperator.identity())) {
            List<? extends Command<?>> commands = prepare(each, ledger, clock);
            int before = world.proxy.cuts();
            world.proxy.cut(cut);
            String answers = FaultWorld.answers(ledger, commands);
            world.proxy.heal();
            assertThat(expected.answers()).as("%s: answers after %s", each, cut).contains(answers);
            assertThat(world.state(clock)).as("%s: state after %s", each, cut).isEqualTo(expected.state());
            return world.proxy.cuts() > before;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aNetworkThatIsOnlyBadIsNotNoticed(FaultCase each) {
        Expected expected = withoutFaults(each);
        assertUnharmed(each, expected, FaultProxy::reset);
        assertUnharmed(each, expected, proxy -> proxy.delay(LATENCY));
        assertUnharmed(each, expected, proxy -> proxy.slice(1));
    }

    private static void assertUnharmed(FaultCase each, Expected expected, Consumer<FaultProxy> harm) {
        ManualClock clock = new ManualClock();
        world.empty();
        try (Ledger ledger = world.through(clock, UnaryOperator.identity())) {
            List<? extends Command<?>> commands = prepare(each, ledger, clock);
            harm.accept(world.proxy);
            String answers = FaultWorld.answers(ledger, commands);
            world.proxy.heal();
            assertThat(expected.answers()).contains(answers);
            assertThat(world.state(clock)).isEqualTo(expected.state());
        }
    }
}
