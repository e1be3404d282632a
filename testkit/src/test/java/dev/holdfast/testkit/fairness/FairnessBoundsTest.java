// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.work.Fairness;
import dev.holdfast.testkit.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shares (I19) and waits (I20) over long runs of a real ledger, against what {@link GrantLog} derives from the rule. */
class FairnessBoundsTest {
    private static final Fairness WEIGHTS = Fairness.EQUAL
            .with("steady-1", 2)
            .with("steady-2", 3)
            .with("steady-3", 7)
            .with("steady-4", 40)
            .with("passing-1", 5);
    private static final List<LongRun.Shape> SHAPES = List.of(
            new LongRun.Shape("one at a time", 8, 0, 1, 40, false, 0, false, Fairness.EQUAL),
            new LongRun.Shape("up to 40 at a time", 8, 0, 40, 40, false, 0, false, Fairness.EQUAL),
            new LongRun.Shape("one key with 4,000 waiting", 8, 0, 20, 2_000, false, 0, false, Fairness.EQUAL),
            new LongRun.Shape("keys that come and go", 5, 30, 20, 40, false, 0, false, Fairness.EQUAL),
            new LongRun.Shape("units that find no room", 6, 0, 20, 40, true, 0, false, Fairness.EQUAL),
            new LongRun.Shape("a third is given back", 6, 10, 20, 40, false, 33, false, Fairness.EQUAL),
            new LongRun.Shape("a band above", 6, 10, 20, 40, false, 0, true, Fairness.EQUAL),
            new LongRun.Shape("all of it", 10, 20, 40, 500, true, 20, true, Fairness.EQUAL),
            new LongRun.Shape("weights 1, 2, 3, 7 and 40", 8, 20, 20, 120, false, 10, false, WEIGHTS),
            new LongRun.Shape("weights and all of it", 10, 20, 40, 120, true, 20, true, WEIGHTS));

    @Test
    void sharesAndWaitsStayWithinTheirBounds() {
        System.out.println(
                "I19: most that two keys which always have work differ by, in millionths of a grant of weight 1");
        System.out.println("I20: longest wait of the first unit of a key, and the one nearest to its bound, in grants");
        System.out.printf("%-28s%8s%12s%10s%9s%9s%12s%n", "run", "grants", "I19", "bound", "I20", "bound", "nearest");
        long mostDeviation = 0;
        long mostWait = 0;
        for (LongRun.Shape shape : SHAPES) {
            LongRun run = new LongRun(shape).run();
            GrantLog.Wait longest = run.waits().stream()
                    .filter(wait -> wait.own() == 0)
                    .max(Comparator.comparingInt(GrantLog.Wait::grants))
                    .orElseThrow();
            GrantLog.Wait nearest = run.waits().stream()
                    .filter(wait -> wait.others() > 0)
                    .max(Comparator.comparingLong(wait -> 1_000L * wait.grants() / wait.bound()))
                    .orElseThrow();
            System.out.printf(
                    "%-28s%,8d%,12d%,10d%9d%9d%12s%n",
                    shape.name(),
                    run.grants(),
                    run.deviation(),
                    run.mostDeviation(),
                    longest.grants(),
                    longest.bound(),
                    nearest.grants() + " of " + nearest.bound());
            mostDeviation = Math.max(mostDeviation, 100 * run.deviation() / run.mostDeviation());
            mostWait = Math.max(mostWait, 100L * nearest.grants() / nearest.bound());
            assertThat(run.deviation()).as(shape.name()).isPositive().isLessThanOrEqualTo(run.mostDeviation());
            assertThat(run.waits()).as(shape.name()).allMatch(GrantLog.Wait::isWithinBound);
        }
        System.out.println(Figure.line("fairness.deviation-percent-of-bound", mostDeviation));
        System.out.println(Figure.line("fairness.wait-percent-of-bound", mostWait));
    }

    /** The measure has to see what is not fair: who came first is served first, and one key came first with everything. */
    @Test
    void anOrderByAdmissionWouldBreakBoth() {
        GrantLog log = new GrantLog(Fairness.EQUAL);
        List<GrantLog.Wait> waits = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            waits.add(log.granted(i < 100 ? "many" : "few", 0));
        }
        assertThat(log.deviation(List.of("many", "few"))).isEqualTo(100 * PlainPool.GRANT);
        assertThat(waits.get(100)).isEqualTo(new GrantLog.Wait(100, 0, 1, 2));
        assertThat(waits.get(100).isWithinBound()).isFalse();
    }
}
