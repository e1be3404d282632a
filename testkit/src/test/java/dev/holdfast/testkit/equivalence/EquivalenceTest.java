// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.memory.MemoryLedger;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The memory's hints change no answer. Stores are compared with it in their own modules. */
class EquivalenceTest {
    private static final Equivalence LEDGERS = Equivalence.of(
            Candidate.of("hintless", MemoryLedger::createWithoutHints), Candidate.of("memory", MemoryLedger::create));

    static List<Long> seeds() {
        return LongStream.rangeClosed(1, Long.getLong("holdfast.seeds", 6))
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void hintsChangeNothing(long seed) {
        LEDGERS.run(seed, 400);
    }
}
