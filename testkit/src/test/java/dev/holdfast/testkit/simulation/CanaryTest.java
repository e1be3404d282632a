// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.Figure;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that finds nothing proves nothing: it has to find each of these within a few histories. */
class CanaryTest {
    private static final int HISTORIES = 1_000;

    private static final Set<Canary> FOUND = EnumSet.noneOf(Canary.class);
    private static final AtomicInteger MOST = new AtomicInteger();

    @ParameterizedTest
    @EnumSource
    void isFound(Canary canary) {
        Optional<InvariantBroken> found = Optional.empty();
        int histories = 0;
        while (found.isEmpty() && histories < HISTORIES) {
            found = run(canary, ++histories);
        }
        assertThat(found).as("not found in %d histories", HISTORIES).isPresent();
        System.out.printf(
                "canary %s: found by %s in history %d%n", canary, found.get().invariant(), histories);
        assertThat(found.get().invariant()).isEqualTo(canary.breaks());
        FOUND.add(canary);
        System.out.println(Figure.line("canaries.found", FOUND.size()));
        MOST.accumulateAndGet(histories, Math::max);
        System.out.println(Figure.line("canaries.most-histories", MOST.get()));
    }

    private static Optional<InvariantBroken> run(Canary canary, long seed) {
        try {
            Simulation.run(seed, Options.standard().withLedger(canary::ledger));
            return Optional.empty();
        } catch (InvariantBroken broken) {
            return Optional.of(broken);
        }
    }
}
