// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import java.util.ArrayList;
import java.util.Arrays;
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
        final BandOrder order;
        final int[] owners = new int[100];
        long grants;

        /** Writes the shares of the lower bands down, one after the other, evenly over a hundred grants. */
        Blackboard(BandOrder order) {
            this.order = order;
            int share = order instanceof BandOrder.Shared shared ? shared.share() : 0;
            for (int i = 0; i < 7 * share; i++) {
                owners[i * 100 / (7 * share)] = 1 + i % 7;
            }
        }

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
            int owner = owners[(int) ((grants + 1) % 100)];
            boolean has = waiting.stream().anyMatch(unit -> unit.band() == owner && unit.shape() != misfit);
            Waiting best = null;
            for (Waiting unit : waiting) {
                if (unit.shape() != misfit
                        && (owner == 0 || !has || unit.band() == owner)
                        && (best == null || isBefore(unit, best))) {
                    best = unit;
                }
            }
            if (best != null) {
                grants++;
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
        int share = random.nextInt(BandOrder.Shared.MOST + 1);
        Blackboard twin = new Blackboard(share == 0 ? new BandOrder.Strict() : new BandOrder.Shared(share));
        long sequence = 0;
        for (int round = 0; round < 25; round++) {
            for (int i = random.nextInt(6); i > 0; i--) {
                String key = "key" + random.nextInt(1 + random.nextInt(6));
                twin.admit(new Waiting(random.nextInt(3), key, random.nextInt(3), ++sequence));
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

    /** Of every hundred grants, wherever they begin, each lower band that has work gets its share; the first gets the rest. */
    @Test
    void lowerBandsGetTheirShare() {
        for (int share = 1; share <= BandOrder.Shared.MOST; share++) {
            Blackboard twin = new Blackboard(new BandOrder.Shared(share));
            for (int i = 0; i < 2_400; i++) {
                twin.admit(new Waiting(i % 8, "k", 0, i));
            }
            FairOrder order = order(twin, new Random(1));
            int[] bands = new int[300];
            for (int i = 0; i < bands.length; i++) {
                bands[i] = (int) (grant(order, -1).orElseThrow() % 8);
            }
            for (int from = 0; from + 100 <= bands.length; from++) {
                for (int band = 0; band < 8; band++) {
                    int of = band;
                    int wanted = band == 0 ? 100 - 7 * share : share;
                    assertThat(Arrays.stream(bands, from, from + 100).filter(each -> each == of))
                            .hasSize(wanted);
                }
            }
        }
    }

    /** What was not loaded of a band that owns the grant may take it. */
    @Test
    void stopsWhereTheOwnerWasCut() {
        Blackboard twin = new Blackboard(new BandOrder.Shared(5));
        twin.admit(new Waiting(0, "a", 0, 1));
        twin.grants = 99; // the next one is of band 1
        FairOrder order = new FairOrder(lanes(twin), pool(twin), Horizon.NONE.inBand(Horizon.before(1)));
        assertThat(grant(order, -1)).isEmpty();
        assertThat(order.isCut()).isTrue();
        assertThat(grant(new FairOrder(lanes(twin), pool(twin), Horizon.NONE), -1))
                .contains(1L);
    }

    /** Keys that all have work get shares that differ by at most one grant. */
    @Test
    void sharesAreEqual() {
        Blackboard twin = new Blackboard(new BandOrder.Strict());
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
        Blackboard twin = new Blackboard(new BandOrder.Strict());
        twin.admit(new Waiting(4, "a", 0, 1));
        twin.admit(new Waiting(4, "a", 0, 2));
        twin.admit(new Waiting(4, "c", 0, 3));
        ClaimPage.Position horizon = new ClaimPage.Position(4, 0, "b");
        FairOrder order = new FairOrder(lanes(twin), pool(twin), Horizon.NONE.inBand(horizon));
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
        return new FairOrder(lanes, pool(twin), Horizon.NONE);
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
            ClaimPage.LaneView view = new ClaimPage.LaneView(
                    lanes.size(),
                    first.band(),
                    first.key(),
                    first.shape(),
                    "work",
                    Needs.NONE,
                    twin.tags.get(Blackboard.name(first)),
                    false,
                    Optional.empty(),
                    heads,
                    startBy,
                    false);
            int weight = pool(twin).policy().fairness().weight(first.key());
            lanes.add(new FairOrder.Lane(view, FairOrder.GRANT / weight));
        }
        return lanes;
    }

    private static Pool pool(Blackboard twin) {
        Pool pool = Pool.defined(
                new DefinePool(
                        new PoolId("p"),
                        PoolPolicy.DEFAULT.change().order(twin.order).build()),
                new Moment(0));
        return pool.granted(twin.grants, clocks(twin), new Moment(0), Optional.empty());
    }

    private static List<Long> clocks(Blackboard twin) {
        List<Long> clocks = new ArrayList<>();
        for (long clock : twin.clocks) {
            clocks.add(clock);
        }
        return clocks;
    }
}
