// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.core.memory.MemoryLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that finds nothing proves nothing: wrong ledgers have to be found, and cut down to what a person can read. */
class ShrinkingTest {
    private static final Candidate MEASURE = Candidate.of("memory", MemoryLedger::create);
    private static final int HISTORIES = 20;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void aWrongLedgerIsFoundAndCutDown(WrongLedger.Fault fault) throws IOException {
        Equivalence equivalence = new Equivalence(List.of(MEASURE, fault.candidate()), folder);
        AssertionError found = catchThrowableOfType(AssertionError.class, () -> {
            for (long seed = 1; seed <= HISTORIES; seed++) {
                equivalence.run(seed, 400);
            }
        });
        assertThat(found).isNotNull();
        Path file;
        try (var files = Files.list(folder)) {
            file = files.findFirst().orElseThrow();
        }
        String scenario = Files.readString(file);
        assertThat(found).hasMessageContaining(file.toString()).hasMessageContaining("seed ");
        assertThat(scenario.lines().filter(line -> line.startsWith(">")).count())
                .as(scenario)
                .isLessThanOrEqualTo(8);
        assertThat(scenario).doesNotContain("cannot say").doesNotContain("Without answers");
    }

    @Test
    void leavesOutWhatItCan() {
        List<Step> steps = java.util.stream.IntStream.rangeClosed(1, 300)
                .<Step>mapToObj(number -> new Step.Pass(Duration.ofSeconds(number)))
                .toList();
        Step seventh = steps.get(6);
        Step last = steps.get(299);
        Shrinker shrinker = new Shrinker(fewer -> fewer.contains(seventh) && fewer.contains(last), 3_000);
        assertThat(shrinker.shrink(steps)).containsExactly(seventh, last);
    }

    @Test
    void givesUpInTime() {
        List<Step> steps = List.of(new Step.Pass(Duration.ofSeconds(1)), new Step.Pass(Duration.ofSeconds(2)));
        assertThat(new Shrinker(fewer -> true, 0).shrink(steps)).isEqualTo(steps);
    }

    @Test
    void aStoreThatFindsItselfDamagedIsFound() {
        Candidate damaged = new Candidate("damaged", MemoryLedger::create, () -> List.of("a counter is wrong"));
        Equivalence equivalence = new Equivalence(List.of(MEASURE, damaged), folder);
        assertThatThrownBy(() -> equivalence.run(1, 50))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a counter is wrong");
    }
}
