// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.ProviderOperation;
import dev.holdfast.core.attempt.RequestCancellation;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.attempt.Stage;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.runtime.logic.Monotonic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A controller that is a process of its own is killed with signal 9; another one goes on with what is in the file. */
@Timeout(300)
class KilledControllerTest {
    private static final int COMMANDS = 10;

    @TempDir
    private Path folder;

    private final List<Process> programs = new ArrayList<>();

    @BeforeAll
    static void processesCanBeFound() {
        assumeThat(Files.isReadable(Path.of("/proc/self/environ"))).isTrue();
    }

    private Ledger ledger;
    private LocalWorld world;

    @BeforeEach
    void open() {
        ledger = ControllerProgram.ledger(folder);
        world = new LocalWorld(folder);
    }

    @AfterEach
    void endAll() throws Exception {
        for (Process program : programs) {
            program.destroyForcibly().waitFor();
        }
        ledger.close();
        world.openGate(); // should a test have failed, its commands end now
    }

    private Process start(int attempts) throws Exception {
        Process program = ControllerProgram.start(folder, attempts);
        programs.add(program);
        return program;
    }

    /** PF-029. */
    @Test
    void whatRunsIsAdoptedAndNeitherEndedNorStartedAgain() throws Exception {
        Process first = start(COMMANDS);
        await(() -> all(attempt -> attempt.stage() instanceof Stage.Allocated));
        await(() -> world.begunOf(COMMANDS) == COMMANDS);
        first.destroyForcibly().waitFor();
        List<Long> before = world.launchers();
        assertThat(before).hasSize(COMMANDS);

        Process unused = start(0);
        await(() -> all(attempt -> generation(attempt) == 2));
        assertThat(world.launchers()).isEqualTo(before);
        assertThat(world.begunOf(COMMANDS)).isEqualTo(COMMANDS);
        assertThat(all(attempt -> !attempt.isSettled())).isTrue();

        cancelHalf();
        world.openGate();
        await(() -> all(Attempt::isClosed));
        assertThat(world.running()).isZero();
        assertThat(count(Settlement.Kind.CANCELLED)).isEqualTo(COMMANDS / 2);
        assertThat(count(Settlement.Kind.INFRASTRUCTURE_FAILURE)).isEqualTo(COMMANDS / 2);
    }

    /**
     * It dies while it creates, begins and starts: some attempts are not there yet, some have no command, some run. Of one
     * that died between begin and start the next one proves that there is no command, and that there will be none.
     */
    @Test
    void nothingIsDoubledWhenItDiesWhileItStartsThem() throws Exception {
        for (int round = 1; round <= 3; round++) {
            int enough = round * 2;
            Process program = start(COMMANDS);
            await(() -> world.begunOf(COMMANDS) >= enough || all(KilledControllerTest::runsOrIsOver));
            program.destroyForcibly().waitFor();
        }
        Process unused = start(COMMANDS);
        await(() -> all(KilledControllerTest::runsOrIsOver));
        world.openGate();
        await(() -> all(Attempt::isClosed));

        for (int i = 0; i < COMMANDS; i++) {
            assertThat(world.begun(ControllerProgram.id(i))).isLessThanOrEqualTo(1);
        }
        assertThat(world.running()).isZero();
    }

    private static boolean runsOrIsOver(Attempt attempt) {
        return attempt.stage() instanceof Stage.Allocated || attempt.isClosed();
    }

    private void cancelHalf() {
        for (int i = 0; i < COMMANDS; i += 2) {
            CreateAttempt created = ControllerProgram.creation(i);
            var unused = ledger.submit(
                    new RequestCancellation(created.owner(), created.attempt(), "stop", Optional.empty()));
        }
        await(() -> count(Settlement.Kind.CANCELLED) == COMMANDS / 2);
    }

    private long count(Settlement.Kind kind) {
        return IntStream.range(0, COMMANDS)
                .filter(i -> attempt(i)
                        .flatMap(Attempt::settlement)
                        .filter(how -> how.kind() == kind)
                        .isPresent())
                .count();
    }

    private Optional<Attempt> attempt(int number) {
        return ledger.ask(new ShowAttempt(ControllerProgram.id(number))).map(ShowAttempt.Shown::attempt);
    }

    private boolean all(Predicate<Attempt> wanted) {
        return IntStream.range(0, COMMANDS)
                .allMatch(i -> attempt(i).filter(wanted).isPresent());
    }

    private static long generation(Attempt attempt) {
        return attempt.stage().provider().map(ProviderOperation::generation).orElse(0L);
    }

    private static void await(BooleanSupplier done) {
        Driver driver = new ThreadDriver(Monotonic.system());
        long until =
                Monotonic.later(driver.clock().nanos(), Duration.ofMinutes(2).toNanos());
        try {
            assertThat(driver.await(new Signal(), done, until)).as("in time").isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
