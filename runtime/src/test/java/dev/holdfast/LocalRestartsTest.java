// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.holdfast.core.Digest;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.CommitOutcome;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Instruction;
import dev.holdfast.core.attempt.OutcomeDecision;
import dev.holdfast.core.attempt.OutcomeText;
import dev.holdfast.core.attempt.RegisterRuntime;
import dev.holdfast.core.attempt.RequestCancellation;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.attempt.Stage;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.runtime.logic.Monotonic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Controllers with their threads and real processes: one life after the other ends at a random step, with fifty commands running. */
@Timeout(1200)
class LocalRestartsTest {
    private static final AttemptOptions OPTIONS = new AttemptOptions(
            Duration.ofSeconds(1),
            Duration.ofMillis(100),
            Duration.ofMillis(50),
            Duration.ofSeconds(30),
            Duration.ZERO,
            1_000);

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private final Ledger ledger = MemoryLedger.create(LedgerClock.system());
    private final Set<AttemptId> told = ConcurrentHashMap.newKeySet();

    @BeforeAll
    static void processesCanBeFound() {
        assumeThat(Files.isReadable(Path.of("/proc/self/environ"))).isTrue();
    }

    private final Thread.@Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    /** Threads that die as they are meant to say nothing. */
    @BeforeEach
    void dieQuietly() {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            if (!(failure instanceof Deaths.Died)) {
                throw new AssertionError(thread.getName() + " failed", failure);
            }
        });
    }

    @AfterEach
    void restoreHandler() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @Test
    void restartsDoubleNothingAndLeaveNothing() throws Exception {
        restart(12, 4);
    }

    @Test
    @Tag("slow") // a lease for each of so many lives
    void twoHundredRestartsWithFiftyCommands() throws Exception {
        restart(50, 200);
    }

    private void restart(int attempts, int lives) throws Exception {
        LocalWorld world = new LocalWorld(folder);
        Random random = new Random(attempts);
        List<AttemptId> all = new ArrayList<>();
        for (int i = 0; i < attempts; i++) {
            all.add(new AttemptId("a" + i));
        }
        for (int life = 0; life < lives; life++) {
            live(world, all, new Deaths(random.nextInt(20, 20 * attempts), random.nextBoolean()));
        }
        try (AttemptController last = begin(world, new Deaths(Integer.MAX_VALUE, false))) {
            create(last, all);
            await(last, () -> all.stream().map(this::attempt).allMatch(LocalRestartsTest::isAllocatedOrSettled));
            endThem(all);
            world.openGate();
            await(last, () -> all.stream().map(this::attempt).allMatch(Attempt::isClosed));
            assertThat(world.running()).isZero();
            check(world, all);
        }
    }

    private void live(LocalWorld world, List<AttemptId> all, Deaths deaths) throws Exception {
        AttemptController mortal = begin(world, deaths);
        try {
            create(mortal, all);
        } catch (Deaths.Died e) {
            assertThat(deaths.isDead()).isTrue();
        }
        assertThat(deaths.await(LONG)).isTrue();
        mortal.abandon();
    }

    private AttemptController begin(LocalWorld world, Deaths deaths) throws IOException {
        AttemptController controller = AttemptController.threaded(
                deaths.ledger(ledger),
                deaths.provisioner(world.provisioner()),
                attempt -> told.add(attempt.id()),
                OPTIONS,
                new ThreadDriver(Monotonic.system()));
        try {
            return controller.begin();
        } catch (Deaths.Died e) {
            return controller;
        }
    }

    private static void create(AttemptController controller, List<AttemptId> all) {
        for (AttemptId id : all) {
            assertThat(controller.create(new CreateAttempt(
                            owner(id), id, Optional.empty(), "request", Instruction.of("i", "work", "{}"), LONG, 0)))
                    .isInstanceOfAny(CreateAttempt.Created.class, CreateAttempt.Replayed.class);
        }
    }

    private static ExecutionOwnerId owner(AttemptId id) {
        return new ExecutionOwnerId("owner of " + id);
    }

    private Attempt attempt(AttemptId id) {
        return ledger.ask(new ShowAttempt(id)).orElseThrow().attempt();
    }

    /** A begin whose controller died before the launcher was through the door is abandoned: nothing ran. */
    private static boolean isAllocatedOrSettled(Attempt attempt) {
        return attempt.stage() instanceof Stage.Allocated || attempt.isSettled();
    }

    /** A third answers, a third is told to stop, a third ends by itself. */
    private void endThem(List<AttemptId> all) {
        for (int i = 0; i < all.size(); i++) {
            AttemptId id = all.get(i);
            if (i % 3 == 0 && !attempt(id).isSettled()) {
                RegisterRuntime.Decided runtime = ledger.submit(
                        new RegisterRuntime(owner(id), id, new IncarnationId("r"), Duration.ofMinutes(5)));
                assertThat(runtime).isInstanceOf(RegisterRuntime.Registered.class);
                OutcomeText text = new OutcomeText("{}", Digest.of("{}".getBytes(StandardCharsets.UTF_8)));
                CommitOutcome outcome = new CommitOutcome(owner(id), id, text, 1, Optional.empty());
                assertThat(ledger.submit(outcome)).isInstanceOf(OutcomeDecision.Accepted.class);
                assertThat(ledger.submit(outcome)).isInstanceOf(OutcomeDecision.Duplicate.class);
            } else if (i % 3 == 1) {
                var unused = ledger.submit(new RequestCancellation(owner(id), id, "stop", Optional.empty()));
            }
        }
    }

    private void check(LocalWorld world, List<AttemptId> all) throws IOException {
        int ran = 0;
        for (AttemptId id : all) {
            int begun = world.begun(id);
            assertThat(begun).as("commands of %s", id).isLessThanOrEqualTo(1);
            boolean abandoned = attempt(id).settlement().orElseThrow().kind() == Settlement.Kind.ABANDONED;
            assertThat(begun == 0).as("%s was abandoned", id).isEqualTo(abandoned);
            ran += begun;
        }
        assertThat(ran).as("commands that ran").isPositive();
        assertThat(told).containsAll(all);
    }

    private static void await(AttemptController controller, BooleanSupplier done) throws InterruptedException {
        Driver driver = new ThreadDriver(Monotonic.system());
        long until = Monotonic.later(driver.clock().nanos(), LONG.toNanos());
        assertThat(driver.await(new Signal(), done, until))
                .as("in time; it looks after %s attempts", controller.attempts())
                .isTrue();
    }
}
