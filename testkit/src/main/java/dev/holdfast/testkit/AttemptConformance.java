// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What every ledger that keeps execution attempts must do, whatever it is made of. A store's tests extend this class and say how
 * to open a ledger. Scenario files are rewritten as those of {@link LedgerConformance} are.
 */
public abstract class AttemptConformance {
    /** Only subclasses make sense. */
    protected AttemptConformance() {}

    /**
     * Opens ledgers over one store that is empty and shares nothing with those opened before.
     *
     * @param clock the only time that the ledgers may know
     * @return two at least, or the same one twice where a store can be opened once only
     */
    protected abstract List<? extends Ledger> open(LedgerClock clock);

    @TestFactory
    Stream<DynamicTest> attemptScenarios() {
        return ScenarioFiles.all(ScenarioFiles.ATTEMPTS).stream()
                .map(scenario -> dynamicTest(scenario.name(), () -> {
                    List<List<String>> answers = play(scenario, false);
                    if (ScenarioFiles.isRewriting()) {
                        ScenarioFiles.rewrite(ScenarioFiles.ATTEMPTS, scenario, scenario.withAnswers(answers));
                    } else {
                        LedgerConformance.compare(scenario, answers);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> attemptScenariosWithEveryCommandSentTwice() {
        return ScenarioFiles.isRewriting()
                ? Stream.of()
                : ScenarioFiles.all(ScenarioFiles.ATTEMPTS).stream()
                        .map(scenario -> dynamicTest(
                                scenario.name(), () -> LedgerConformance.compare(scenario, play(scenario, true))));
    }

    @TestFactory
    Stream<DynamicTest> refusalsComeInTheirOrder() {
        return AttemptOrder.rows()
                .map(row -> dynamicTest(row.toString(), () -> {
                    check(row, false);
                    check(row, true);
                }));
    }

    @TestFactory
    Stream<DynamicTest> ofTwoAtOnceOneIsFirst() {
        return AttemptRaceChecks.ALL.stream()
                .map(race ->
                        dynamicTest(race.name(), () -> new AttemptRaceChecks(race).run(() -> open(new ManualClock()))));
    }

    /** Walks reach every decision that so many steps can reach. */
    @Test
    void randomWalks() {
        Set<String> reached = new TreeSet<>();
        for (long seed = 1; seed <= walks(); seed++) {
            ManualClock clock = new ManualClock();
            List<? extends Ledger> ledgers = open(clock);
            try {
                reached.addAll(new AttemptWalk(seed, walkLength()).run(ledgers, clock));
            } finally {
                ledgers.forEach(Ledger::close);
            }
        }
        assertThat(reached).as("decisions").containsAll(AttemptWalk.expected(walks() * walkLength()));
    }

    /** How many random walks to take, of {@link #walkLength} commands each; fewer where commits are slow. */
    protected int walks() {
        return 150;
    }

    /** How many commands a random walk has. */
    protected int walkLength() {
        return 250;
    }

    private void check(AttemptOrder.Row row, boolean earlier) {
        List<? extends Ledger> ledgers = open(new ManualClock());
        try {
            new AttemptOrder(ledgers.getFirst()).check(row, earlier);
        } finally {
            ledgers.forEach(Ledger::close);
        }
    }

    private List<List<String>> play(Scenario scenario, boolean twice) {
        ManualClock clock = new ManualClock();
        List<? extends Ledger> ledgers = open(clock);
        try {
            return new AttemptScenarioRun(ledgers, clock, twice).play(scenario);
        } finally {
            ledgers.forEach(Ledger::close);
        }
    }
}
