// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Engine;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that finds nothing proves nothing: it has to find each of these within a few histories. */
class CanaryTest {
    private static final int HISTORIES = 1_000;

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
    }

    private static Optional<InvariantBroken> run(Canary canary, long seed) {
        try {
            Simulation.run(seed, Options.standard().withLedger(clock -> new Engine(canary.over(clock))));
            return Optional.empty();
        } catch (InvariantBroken broken) {
            return Optional.of(broken);
        }
    }
}
