// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.testkit.ManualClock;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Equal commands at equal moments get equal decisions from the file and from the memory, and leave equal units. While
 * the clock only goes on, the memory without hints is asked: it shows that nothing is overlooked. A clock that steps back
 * makes late work punctual again, behind the back of all hints; there the memory with hints is the measure.
 */
class SameAsMemoryTest {
    private static final int STEPS = 400;

    @TempDir
    Path folder;

    static List<Long> seeds() {
        return LongStream.rangeClosed(1, Long.getLong("holdfast.seeds", 12))
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void decidesAsMemoryDoes(long seed) {
        ManualClock clock = new ManualClock();
        boolean steps = seed % 2 == 0;
        RandomCommands commands = new RandomCommands(seed, steps);
        Path path = folder.resolve("seed.db");
        try (Ledger memory = steps ? MemoryLedger.create(clock) : MemoryLedger.createWithoutHints(clock);
                Ledger file = SqliteLedger.open(
                        path,
                        SqliteOptions.DEFAULT.withClock(clock).withSynchronous(SqliteOptions.Synchronous.NORMAL))) {
            for (int step = 1; step <= STEPS; step++) {
                clock.set(clock.now().plus(commands.pause()));
                Command<?> command = commands.next();
                Decision expected = memory.submit(command);
                Decision decision = file.submit(command);
                assertThat(essence(decision))
                        .as("seed %d, step %d: %s", seed, step, command)
                        .isEqualTo(essence(expected));
                commands.learn(expected);
                if (step % 20 == 0) {
                    compare(memory, file, seed, step);
                }
            }
        }
        assertThat(SqliteMaintenance.check(path)).as("seed %d", seed).isEmpty();
    }

    /** All of an answer but the guess whether there is more. */
    private static Object essence(Decision decision) {
        return switch (decision) {
            case ClaimDecision.Granted granted -> List.of(granted.grants(), granted.spent());
            case ClaimDecision.NothingFits nothing -> nothing.lacking();
            default -> decision;
        };
    }

    private static void compare(Ledger memory, Ledger file, long seed, int step) {
        FindWork all = FindWork.in(RandomCommands.POOL, EnumSet.allOf(Status.class));
        List<Unit> units = memory.ask(all).units();
        assertThat(file.ask(all)).as("seed %d, step %d", seed, step).isEqualTo(memory.ask(all));
        for (Status status : Status.values()) {
            FindWork some = new FindWork(all.pool(), EnumSet.of(status), all.worker(), step / 40, 5);
            assertThat(file.ask(some))
                    .as("seed %d, step %d, %s", seed, step, status)
                    .isEqualTo(memory.ask(some));
        }
        assertThat(file.ask(new ShowPool(RandomCommands.POOL)))
                .as("seed %d, step %d", seed, step)
                .isEqualTo(memory.ask(new ShowPool(RandomCommands.POOL)));
        assertThat(file.ask(new ListPools())).isEqualTo(memory.ask(new ListPools()));
        ListWorkers workers = new ListWorkers(RandomCommands.POOL);
        assertThat(file.ask(workers)).isEqualTo(memory.ask(workers));
        for (Unit unit : units) {
            assertThat(file.ask(new Explain(unit.id())))
                    .as("seed %d, step %d, %s", seed, step, unit.id())
                    .isEqualTo(memory.ask(new Explain(unit.id())));
        }
    }
}
