// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.jdbc.postgres.PostgresCandidate;
import dev.holdfast.jdbc.sqlite.SqliteCandidate;
import dev.holdfast.testkit.equivalence.Candidate;
import dev.holdfast.testkit.equivalence.Equivalence;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Equal commands at equal moments get equal decisions from all stores, and leave them in equal states. The measure is the
 * memory without hints: it shows that nothing is overlooked.
 */
class EquivalenceTest {
    private static final int COMMANDS = 400;

    private static final PostgresCandidate POSTGRES = new PostgresCandidate();

    @TempDir
    Path folder;

    @AfterAll
    static void dropSchemas() {
        POSTGRES.close();
    }

    private Equivalence stores() {
        return Equivalence.of(
                Candidate.of("hintless", MemoryLedger::createWithoutHints),
                Candidate.of("memory", MemoryLedger::create),
                SqliteCandidate.in(folder.resolve("sqlite")),
                POSTGRES.candidate());
    }

    static List<Long> seeds() {
        return LongStream.rangeClosed(1, Long.getLong("holdfast.seeds", 12))
                .boxed()
                .toList();
    }

    /** PF-179. */
    @ParameterizedTest
    @MethodSource("seeds")
    void allStoresDecideTheSame(long seed) {
        stores().run(seed, COMMANDS);
    }

    /** So many commands: some histories are long, most are short and many. */
    @Test
    @Tag("slow")
    void allStoresDecideTheSameForLong() {
        Equivalence stores = stores();
        int given = IntStream.rangeClosed(1_001, 1_008)
                .map(seed -> stores.run(seed, 2_500))
                .sum();
        for (long seed = 2_001; given < Integer.getInteger("holdfast.commands", 100_000); seed++) {
            given += stores.run(seed, COMMANDS);
        }
    }
}
