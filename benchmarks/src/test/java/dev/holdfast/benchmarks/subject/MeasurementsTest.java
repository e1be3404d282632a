// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Loops;
import dev.holdfast.benchmarks.run.Measurement;
import dev.holdfast.benchmarks.run.Pace;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The measurements of Holdfast, over a ledger in memory: that they do what they say, not how fast. */
@Timeout(120)
class MeasurementsTest {
    private static final Arguments SHORT = Arguments.NONE
            .with("ledger", "memory")
            .with("warm", 0.01)
            .with("seconds", 0.05)
            .with("windows", 2);
    private static final int UNITS = 5_000;

    private final Map<String, List<Double>> told = new HashMap<>();
    private final Parent parent = new Parent() {
        @Override
        public void figure(String name, double value) {
            told.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
        }

        @Override
        public void ready() {}
    };

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyUnitIsSettledOnceAndCounted(boolean beside) throws Exception {
        Arguments arguments = SHORT.with("keys", 7).with("domain", 500).with("limit", 600);
        try (Ledger ledger = MemoryLedger.create(LedgerClock.system());
                Loops loops = new Loops()) {
            Units.in(ledger, arguments).load(UNITS);
            for (int i = 0; i < 2; i++) {
                Claimant claimant = new Claimant(ledger, 100);
                if (beside) {
                    claimant.startBeside(loops);
                } else {
                    claimant.startAlone(loops);
                }
            }
            assertThat(Pace.until(() -> loops.done() >= UNITS, Pace.after(60))).isTrue();
            loops.stop();

            assertThat(loops.done()).isEqualTo(UNITS);
            assertThat(ledger.ask(new ShowPool(Units.POOL)).orElseThrow().count(Status.SUCCEEDED))
                    .isEqualTo(UNITS);
        }
    }

    @Test
    void executionTellsRateAndCost() throws Exception {
        Execute.run(SHORT.with("backlog", 60_000), parent);

        assertThat(told.get("rate")).hasSize(2).allMatch(rate -> rate > 0);
        assertThat(told.get("cpu")).hasSize(2).allMatch(cost -> cost > 0);
    }

    @Test
    void claimTimesAndHistory() throws Exception {
        ClaimTimes.run(SHORT.with("backlog", 1_000).with("history", 3_000), parent);

        assertThat(told.get("p99").getFirst())
                .isPositive()
                .isLessThanOrEqualTo(told.get("max").getFirst());
    }

    @Test
    void enqueueAndWorkers() throws Exception {
        for (Measurement measurement : List.<Measurement>of(Enqueue::run, Workers::execute)) {
            told.clear();
            measurement.run(SHORT.with("threads", 2).with("backlog", 60_000), parent);
            assertThat(told.get("rate")).isNotEmpty().allMatch(rate -> rate > 0);
        }
    }

    @Test
    void noUnitIsMissedBetweenEnqueueAndStart() throws Exception {
        Workers.latency(SHORT.with("rate", 500).with("loadSeconds", 1), parent);

        assertThat(told.get("samples")).containsExactly(500.0);
        assertThat(told.get("missing")).containsExactly(0.0);
    }

    @Test
    void aRefusedSubmissionIsNoFigure() {
        try (Ledger ledger = MemoryLedger.create(LedgerClock.system())) {
            Units.in(ledger, SHORT);
            Units named = Units.in(ledger, SHORT.with("domain", 5));

            assertThatThrownBy(() -> named.submit(1, true)).hasMessageContaining("not admitted");
        }
    }
}
