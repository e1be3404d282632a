// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** The order of grants against a slow twin that looks at every waiting unit each time. */
class FairOrderTest {
    /** A waiting unit of the twin. {@code shape} stands for eligibility and needs. */
    private record Waiting(int band, String key, int shape, long sequence) {}

    /** Start-time fair queueing as one would write it on a blackboard. */
    private static final class Blackboard {
        final List<Waiting> waiting = new ArrayList<>();
        final Map<String, Long> tags = new HashMap<>();
        final long[] clocks = new long[Requirements.BANDS];

        void admit(Waiting unit) {
            boolean laneIsEmpty =
                    waiting.stream().noneMatch(other -> lane(other).equals(lane(unit)));
            waiting.add(unit);
            if (laneIsEmpty) {
                tags.merge(name(unit), clocks[unit.band()], Math::max);
            }
        }

        /** The next unit whose shape fits. */
        Optional<Waiting> grant(int misfit) {
            Waiting best = null;
            for (Waiting unit : waiting) {
                if (unit.shape() != misfit && (best == null || isBefore(unit, best))) {
                    best = unit;
                }
            }
            if (best != null) {
                waiting.remove(best);
                long start = Math.max(tags.get(name(best)), clocks[best.band()]);
                clocks[best.band()] = start;
                tags.put(name(best), start + 1_000_000);
            }
            return Optional.ofNullable(best);
        }

        private boolean isBefore(Waiting a, Waiting b) {
            if (a.band() != b.band()) {
                return a.band() < b.band();
            }
            if (!a.key().equals(b.key())) {
                long tagOfA = tags.get(name(a));
                long tagOfB = tags.get(name(b));
                return tagOfA != tagOfB ? tagOfA < tagOfB : a.key().compareTo(b.key()) < 0;
            }
            return a.sequence() < b.sequence();
        }

        static String name(Waiting unit) {
            return unit.band() + "/" + unit.key();
        }

        static String lane(Waiting unit) {
            return name(unit) + "/" + unit.shape();
        }
    }

    @RepeatedTest(100)
    void grantsLikeTheBlackboard(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Blackboard twin = new Blackboard();
        long sequence = 0;
        for (int round = 0; round < 25; round++) {
            for (int i = random.nextInt(6); i > 0; i--) {
                String key = "key" + random.nextInt(1 + random.nextInt(6));
                twin.admit(new Waiting(random.nextInt(2), key, random.nextInt(3), ++sequence));
            }
            int misfit = random.nextInt(6); // no shape at all in half of the rounds
            FairOrder order = order(twin, random);
            for (int i = random.nextInt(6); i > 0; i--) {
                Optional<Waiting> expected = twin.grant(misfit);
                assertThat(grant(order, misfit)).isEqualTo(expected.map(Waiting::sequence));
            }
            for (int band = 0; band < Requirements.BANDS; band++) {
                assertThat(order.clocks().get(band))
                        .as("clock of band %d", band)
                        .isEqualTo(twin.clocks[band]);
            }
            for (ClaimStep.KeyTag tag : order.charged()) {
                assertThat(tag.tag()).isEqualTo(twin.tags.get(tag.band() + "/" + tag.key()));
            }
        }
    }

    /** Keys that all have work get shares that differ by at most one grant. */
    @Test
    void sharesAreEqual() {
        Blackboard twin = new Blackboard();
        for (int i = 0; i < 300; i++) {
            twin.admit(new Waiting(4, i < 200 ? "many" : i < 250 ? "some" : "few", 0, i));
        }
        FairOrder order = order(twin, new Random(1));
        Map<String, Integer> shares = new TreeMap<>();
        for (int i = 0; i < 100; i++) {
            long sequence = grant(order, -1).orElseThrow();
            shares.merge(sequence < 200 ? "many" : sequence < 250 ? "some" : "few", 1, Integer::sum);
        }
        assertThat(shares.values()).allMatch(share -> share == 33 || share == 34);
    }

    /** What was not loaded may come first, so the order stops where the load was cut. */
    @Test
    void stopsAtTheHorizon() {
        Blackboard twin = new Blackboard();
        twin.admit(new Waiting(4, "a", 0, 1));
        twin.admit(new Waiting(4, "a", 0, 2));
        twin.admit(new Waiting(4, "c", 0, 3));
        ClaimPage.Position horizon = new ClaimPage.Position(4, 0, "b");
        FairOrder order = new FairOrder(lanes(twin), clocks(twin), Optional.of(horizon), Fairness.EQUAL);
        assertThat(grant(order, -1)).contains(1L);
        assertThat(grant(order, -1)).isEmpty();
        assertThat(order.isCut()).isTrue();
    }

    private static Optional<Long> grant(FairOrder order, int misfit) {
        while (true) {
            Optional<FairOrder.Lane> next = order.next();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            FairOrder.Lane lane = next.get();
            if (lane.view.eligibility() == misfit) {
                order.skip(lane);
                continue;
            }
            long sequence = lane.view.heads()[lane.next];
            order.grant(lane);
            return Optional.of(sequence);
        }
    }

    private static FairOrder order(Blackboard twin, Random random) {
        List<FairOrder.Lane> lanes = lanes(twin);
        Collections.shuffle(lanes, random);
        return new FairOrder(lanes, clocks(twin), Optional.empty(), Fairness.EQUAL);
    }

    private static List<FairOrder.Lane> lanes(Blackboard twin) {
        Map<String, List<Waiting>> byLane = new LinkedHashMap<>();
        twin.waiting.forEach(unit -> byLane.computeIfAbsent(Blackboard.lane(unit), lane -> new ArrayList<>())
                .add(unit));
        List<FairOrder.Lane> lanes = new ArrayList<>();
        for (List<Waiting> units : byLane.values()) {
            Waiting first = units.getFirst();
            long[] heads = units.stream().mapToLong(Waiting::sequence).toArray();
            long[] startBy = units.stream().mapToLong(unit -> Long.MAX_VALUE).toArray();
            lanes.add(new FairOrder.Lane(new ClaimPage.LaneView(
                    lanes.size(),
                    first.band(),
                    first.key(),
                    first.shape(),
                    Needs.NONE,
                    twin.tags.get(Blackboard.name(first)),
                    false,
                    heads,
                    startBy,
                    false)));
        }
        return lanes;
    }

    private static List<Long> clocks(Blackboard twin) {
        List<Long> clocks = new ArrayList<>();
        for (long clock : twin.clocks) {
            clocks.add(clock);
        }
        return clocks;
    }
}
