// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.testkit.Figure;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** See {@link Simulation} for how to run one history again. */
class SimulationTest {
    /** A minute on a small machine. */
    private static final long STEPS = 1_000_000;

    /** Five minutes there. */
    private static final long MANY_STEPS = Long.getLong("holdfast.simulation.steps", 4_000_000);

    /** Situations that so many histories cannot but reach; one that is missed is no longer tested. */
    private static final List<String> SITUATIONS = List.of(
            "answer Begin Repeated",
            "answer Begin StaleFence",
            "answer Begin TooLate",
            "answer Cancel CancelRecorded",
            "answer Cancel CancelRequested",
            "answer Cancel Cancelled",
            "answer Cancel QuestionOpen",
            "answer Cancel Repeated",
            "answer Cancel TooLate",
            "answer ClaimWork NothingFits",
            "answer ClaimWork NothingWaits",
            "answer ClaimWork PoolFull",
            "answer ClaimWork PoolPaused",
            "answer ClaimWork RequestConflict",
            "answer ClaimWork WorkerDead",
            "answer ClaimWork WorkerDraining",
            "answer ClaimWork WorkerFull",
            "answer ClaimWork WorkerUnhealthy",
            "answer DefinePool PolicyConflict",
            "answer DefinePool Repeated",
            "answer DefinePool Revised",
            "answer Heartbeat WorkerDead",
            "answer Promote Repeated",
            "answer Promote Withdrawn",
            "answer Redrive AnotherLife",
            "answer Redrive HasLateAnswer",
            "answer Redrive HasSucceeded",
            "answer Redrive NotEnded",
            "answer Redrive QuestionClosed",
            "answer Redrive Repeated",
            "answer Resolve Conflict",
            "answer Resolve NotUncertain",
            "answer Resolve Repeated",
            "answer RetireWorker Retired",
            "answer SetSchedule Repeated",
            "answer SetSchedule Revised",
            "answer SetSchedule TermsConflict",
            "answer Settle Conflict",
            "answer Settle NotTheHolder",
            "answer Settle Repeated",
            "answer Settle ResolveInstead",
            "answer Settle SettleInstead",
            "answer Settle StaleFence",
            "answer Settle TooLate",
            "answer Submit Conflict",
            "answer Submit Repeated",
            "answer Tick Moved",
            "answer Tick NotDue",
            "answer Tick SchedulePaused",
            "answer Withdraw Repeated",
            "answer Withdraw TooLate",
            "sometimes another life",
            "sometimes another life in spite of a late answer",
            "sometimes answer accepted after the loss",
            "sometimes attempts-exhausted",
            "sometimes claim of a dead worker lost",
            "sometimes claim request replayed",
            "sometimes claim request replayed with spent fences",
            "sometimes domain held by two pools",
            "sometimes grant kept for its band",
            "sometimes held work promoted",
            "sometimes held work withdrawn",
            "sometimes hold over, promoted",
            "sometimes hold over, withdrawn",
            "sometimes inquiry answered",
            "sometimes inquiry asked again",
            "sometimes inquiry closed",
            "sometimes inquiry closed while held",
            "sometimes inquiry without an answer",
            "sometimes late answer kept",
            "sometimes late tick made up for",
            "sometimes losses-exhausted",
            "sometimes limit lowered below what is used",
            "sometimes lost and never begun",
            "sometimes message overtaken",
            "sometimes orphan handed back",
            "sometimes oversized",
            "sometimes parked work granted later",
            "sometimes run limit passed",
            "sometimes refused together",
            "sometimes stale write refused",
            "sometimes submitted together",
            "sometimes store absent",
            "sometimes store slow",
            "sometimes tick left out",
            "sometimes tick submitted in time",
            "sometimes tick waits",
            "sometimes too late to start",
            "sometimes uncertain work resolved",
            "sometimes unknown outcome asked for",
            "sometimes worker told that a claim is lost");

    @Test
    void everyPromiseHoldsInEveryHistory() {
        Optional<Long> seed = Optional.ofNullable(Long.getLong("holdfast.simulation.seed"));
        if (seed.isPresent()) {
            System.out.print(Simulation.run(seed.get(), Options.standard().withListener(System.out::println)));
            return;
        }
        Seeds known = new Seeds(1);
        known.play(STEPS);
        Seeds fresh = new Seeds(new SecureRandom().nextLong());
        fresh.play(1);
        System.out.print(known.all);
        List<String> reached =
                SITUATIONS.stream().filter(name -> known.all.of(name) > 0).toList();
        System.out.println(Figure.line("simulation.histories", known.histories() + fresh.histories()));
        System.out.println(Figure.line("simulation.steps", known.all.of("steps") + fresh.all.of("steps")));
        System.out.println(Figure.line("simulation.situations", reached.size()));
        assertThat(Stream.of(Fault.values()).map(fault -> "fault " + fault)).allMatch(name -> known.all.of(name) > 0);
        assertThat(reached).as("situations that must occur").isEqualTo(SITUATIONS);
    }

    /** Of seeds that no run has seen before. */
    @Test
    @Tag("slow")
    void everyPromiseHoldsInManyFreshHistories() {
        Seeds fresh = new Seeds(new SecureRandom().nextLong());
        fresh.play(MANY_STEPS);
        System.out.println(Figure.line("simulation.fresh.histories", fresh.histories()));
        System.out.println(Figure.line("simulation.fresh.steps", fresh.all.of("steps")));
    }

    /** The histories of the seeds from one on, on all processors: each history is a world of its own. */
    private static final class Seeds {
        final Statistics all = new Statistics();
        private final long first;
        private final AtomicLong next;

        Seeds(long first) {
            this.first = first;
            this.next = new AtomicLong(first);
            System.out.println("simulation: seeds from " + first + " on");
        }

        /** Whole histories, at least one for each processor, of so many steps together. */
        void play(long steps) {
            IntStream.range(0, Runtime.getRuntime().availableProcessors())
                    .parallel()
                    .forEach(processor -> {
                        boolean enough = false;
                        while (!enough) {
                            enough = add(Simulation.run(next.getAndIncrement(), Options.standard()), steps);
                        }
                    });
        }

        private synchronized boolean add(Statistics history, long steps) {
            all.addAll(history);
            return all.of("steps") >= steps;
        }

        long histories() {
            return next.get() - first;
        }
    }

    @Test
    void aSeedIsOneHistory() {
        assertThat(decisions(Options.standard(), 7)).isEqualTo(decisions(Options.standard(), 7));
        assertThat(decisions(Options.standard(), 7)).isNotEqualTo(decisions(Options.standard(), 8));
    }

    /**
     * What a store leaves out of a load because it cannot be granted changes no decision: only a worker that gets nothing
     * is told more by a store that leaves nothing out. The clock is steady, because what was too late once is left out
     * even when the clock jumps back to before that.
     */
    @Test
    void aStoreWithoutHintsDecidesTheSame() {
        Options hints = Options.standard().withSteadyClock();
        Options none = hints.withLedger(MemoryLedger::createWithoutHints);
        for (long seed = 1; seed <= 60; seed++) {
            assertThat(decisions(none, seed)).as("seed %d", seed).isEqualTo(decisions(hints, seed));
        }
    }

    private static List<String> decisions(Options options, long seed) {
        List<String> lines = new ArrayList<>();
        Simulation.run(
                seed,
                options.withListener(line -> lines.add(line.replaceAll("-> Nothing(Waits|Fits).*", "-> Nothing")
                        .replaceAll(", more$", ""))));
        return lines;
    }
}
