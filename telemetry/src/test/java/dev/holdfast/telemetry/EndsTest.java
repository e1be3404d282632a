// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.postgres.PostgresLedger;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.jdbc.postgres.PostgresSchema;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteOptions;
import dev.holdfast.testkit.equivalence.Candidate;
import dev.holdfast.testkit.equivalence.Equivalence;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Random histories of all commands: a ledger that is watched decides as one that is not, and when a history is over, the
 * ends that were counted are the ends that the ledger has.
 */
class EndsTest {
    private static final int COMMANDS = 400;

    /** Comparing everything with a database takes its time. */
    private static final int COMMANDS_TO_POSTGRES = 200;

    @TempDir
    Path folder;

    private final List<String> schemas = new ArrayList<>();
    private int files;
    private long ends;

    @AfterEach
    void dropSchemas() {
        schemas.forEach(schema -> PostgresServer.shared().dropSchema(schema));
    }

    /** One watched ledger after the other, and what is wrong with the last one. */
    private final class Watched {
        private final Function<LedgerClock, Ledger> open;
        private final List<String> complaints = new ArrayList<>();

        Watched(Function<LedgerClock, Ledger> open) {
            this.open = open;
        }

        Ledger open(LedgerClock clock) {
            Collected collected = new Collected();
            complaints.clear();
            Ledger ledger = new ForwardingLedger(open.apply(clock)) {
                @Override
                public void close() {
                    Map<String, Long> lives = endedLives(this);
                    Map<String, Long> counted = counted(collected);
                    if (!lives.equals(counted)) {
                        complaints.add("ended " + lives + ", counted " + counted);
                    }
                    ends += lives.values().stream().mapToLong(each -> each).sum();
                    super.close();
                }
            };
            return MeteredLedger.over(ledger, MicrometerTelemetry.in(collected.registry));
        }

        Candidate candidate(String name) {
            return new Candidate(name, this::open, () -> List.copyOf(complaints));
        }
    }

    /** By pool, kind and, where every life is the first one, status. */
    private static Map<String, Long> endedLives(Ledger ledger) {
        Map<String, Long> lives = new TreeMap<>();
        for (Pool pool : ledger.ask(new ListPools())) {
            FindWork query = new FindWork(
                    Optional.of(pool.id()), EnumSet.allOf(Status.class), Optional.empty(), 0, FindWork.MAX);
            OptionalLong next = OptionalLong.of(0);
            while (next.isPresent()) {
                FindWork.Found found = ledger.ask(query.after(next.getAsLong()));
                for (Unit unit : found.units()) {
                    int ended = unit.life() - 1 + (unit.status().isEnd() ? 1 : 0);
                    if (ended > 0) {
                        lives.merge(pool.id() + " " + kind(unit), (long) ended, Long::sum);
                    }
                }
                next = found.next();
            }
        }
        return lives;
    }

    private static String kind(Unit unit) {
        return unit.requirements().eligibility().kind();
    }

    private static Map<String, Long> counted(Collected collected) {
        Map<String, Long> counted = new TreeMap<>();
        collected
                .registry
                .find(Instrument.ENDS.label())
                .counters()
                .forEach(counter -> counted.merge(
                        counter.getId().getTag("pool") + " " + counter.getId().getTag("kind"),
                        (long) counter.count(),
                        Long::sum));
        return counted;
    }

    private void compare(long seed, int commands, String name, Function<LedgerClock, Ledger> open) {
        Equivalence.of(Candidate.of("hintless", MemoryLedger::createWithoutHints), new Watched(open).candidate(name))
                .run(seed, commands);

        assertThat(ends).as("ends in all histories").isGreaterThan(commands / 30);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyEndIsCountedOnceInMemory(long seed) {
        compare(seed, COMMANDS, "memory", MemoryLedger::create);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void everyEndIsCountedOnceInAFile(long seed) {
        compare(seed, COMMANDS, "sqlite", clock -> {
            files++;
            return SqliteLedger.open(
                    folder.resolve("ledger" + files + ".db"),
                    SqliteOptions.DEFAULT.withClock(clock).withSynchronous(SqliteOptions.Synchronous.NORMAL));
        });
    }

    @Test
    void everyEndIsCountedOnceInPostgres() {
        PostgresServer server = PostgresServer.shared();
        compare(9, COMMANDS_TO_POSTGRES, "postgres", clock -> {
            PGSimpleDataSource source = server.dataSource();
            String schema = PostgresServer.freshName();
            schemas.add(schema);
            PostgresSchema.ensureCreated(source, schema);
            return PostgresLedger.open(
                    source,
                    PostgresOptions.DEFAULT.withSchema(schema).withClock(clock).withNotifications(false));
        });
    }
}
