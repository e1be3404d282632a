// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.testkit.Cut;
import dev.holdfast.testkit.FaultProxy.Direction;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A network that says nothing, and a server that is away: who is told what, and that nothing is lost. */
class BadNetworkTest {
    private static final int FAILURES = 6;
    private static final int THREADS = 4;
    private static final int UNITS = 40;
    private static final long BETWEEN_TRIES_NANOS = 5_000_000;

    private static FaultWorld world;
    private final ManualClock clock = new ManualClock();

    @BeforeAll
    static void start() {
        world = new FaultWorld();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @BeforeEach
    void empty() {
        world.empty();
    }

    private static FaultCase named(String name) {
        return FaultCases.all()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<? extends Command<?>> prepare(String name, Ledger ledger) {
        named(name).before().accept(ledger, clock);
        return named(name).commands().apply(ledger);
    }

    private static PostgresOptions impatient(PostgresOptions options) {
        return options.withPatience(Duration.ofMillis(1));
    }

    /** What hangs in the network arrives when it is whole again, while the command is sent a second time. */
    @ParameterizedTest
    @EnumSource(Direction.class)
    void aCommitThatGetsNoAnswer(Direction silent) {
        try (Ledger ledger = world.through(clock, BadNetworkTest::impatient)) {
            List<? extends Command<?>> commands = prepare("settle many", ledger);
            world.proxy.stop(silent);
            assertThatThrownBy(() -> ledger.submitAll(commands))
                    .isInstanceOf(OutcomeUnknown.class)
                    .hasMessageEndingWith("send the same command again to find out");
            world.proxy.heal();
            assertSettledOnce(sendUntilAnswered(ledger, commands, new AtomicInteger()));
        }
    }

    @Test
    void aTransactionThatDidNotComeToItsCommit() {
        try (Ledger ledger = world.through(clock, BadNetworkTest::impatient)) {
            List<? extends Command<?>> commands = prepare("cancel", ledger);
            String before = world.state(clock);
            world.proxy.blackHole();
            assertThatThrownBy(() -> ledger.submitAll(commands))
                    .isInstanceOf(LedgerUnavailable.class)
                    .hasMessageEndingWith("nothing was changed, try again");
            assertThat(world.state(clock)).isEqualTo(before);
            world.proxy.heal();
            assertThat(FaultWorld.answers(ledger, commands)).isEqualTo("[Cancelled[]]");
        }
    }

    /** With patience the caller is told nothing of a cut; without, that the outcome is unknown. */
    @Test
    void patienceFindsOutByItself() {
        try (Ledger patient = world.through(clock, UnaryOperator.identity());
                Ledger impatient = world.through(clock, options -> options.withPatience(Duration.ZERO))) {
            List<? extends Command<?>> commands = prepare("settle many", impatient);
            world.proxy.cut(Cut.afterCommit());
            assertThatThrownBy(() -> impatient.submitAll(commands)).isInstanceOf(OutcomeUnknown.class);
            world.proxy.cut(Cut.afterCommit());
            assertSettledOnce(patient.submitAll(commands));
            assertThat(world.proxy.cuts()).isGreaterThan(1);
        }
    }

    private void assertSettledOnce(List<Decision> decisions) {
        assertThat(decisions)
                .hasSize(5)
                .allSatisfy(decision -> assertThat(decision.toString())
                        .containsAnyOf("Accepted[status=SUCCEEDED]", "Repeated[status=SUCCEEDED]"));
        try (Ledger direct = world.direct(clock)) {
            Invariants.check(direct);
            assertThat(Invariants.units(direct))
                    .hasSize(5)
                    .allSatisfy(unit -> assertThat(unit.past()).hasSize(1));
        }
    }

    /** The whole way of many units, while the server is away and comes back. PF-062. */
    @Test
    void aServerThatIsAwayForAWhile() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger executed = new AtomicInteger();
        try (Ledger ledger = world.through(clock, BadNetworkTest::impatient);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            FaultWay way = new FaultWay(commands -> sendUntilAnswered(ledger, commands, failures));
            way.start();
            List<Future<Integer>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                running.add(threads.submit(() -> way.run(thread, UNITS, number -> {
                    int count = executed.incrementAndGet();
                    if (count == UNITS || count == 2 * UNITS) {
                        world.proxy.refuse();
                    }
                })));
            }
            int sum = 0;
            for (Future<Integer> each : running) {
                sum += each.get();
            }
            assertThat(sum).isEqualTo(THREADS * UNITS);
        }
        assertThat(failures).as("failures that were seen").hasValueGreaterThanOrEqualTo(FAILURES);
        try (Ledger direct = world.direct(clock)) {
            Invariants.check(direct);
            assertThat(direct.ask(new ShowPool(FaultCases.POOL)).orElseThrow().count(Status.SUCCEEDED))
                    .isEqualTo(THREADS * UNITS);
            assertThat(Invariants.units(direct))
                    .allSatisfy(unit -> assertThat(unit.past()).hasSize(1));
        }
    }

    /** As a worker does it; after a number of failures the network is whole again. */
    private static List<Decision> sendUntilAnswered(
            Ledger ledger, List<? extends Command<?>> commands, AtomicInteger failures) {
        while (true) {
            try {
                return ledger.submitAll(commands);
            } catch (LedgerUnavailable | OutcomeUnknown e) {
                if (failures.incrementAndGet() % FAILURES == 0) {
                    world.proxy.heal();
                }
                LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            }
        }
    }
}
