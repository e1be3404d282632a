// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The order in which waiting units are granted: bands, then start-time fair queueing over fairness keys.
 *
 * <p><b>The idea.</b> Every key of a band has a <em>tag</em>, the virtual time at which its next unit may start. The key
 * with the smallest tag goes first; a grant moves its tag on by the cost of the unit. A key that is served often runs
 * ahead and waits; one that is served rarely stays behind and goes first. So each backlogged key gets its share, and how
 * many units a key has queued makes no difference.
 *
 * <p><b>The clock.</b> A band's clock is the tag of the newest grant. A key that comes back after a pause, or that nobody
 * has seen before, enters at the clock: it cannot claim the past, so that neither idling nor minting new keys buys a
 * share. What it owes it keeps: a tag ahead of the clock survives a pause. The store applies {@code max(tag, clock)} when
 * a unit enters an empty lane; it is applied again here at each grant.
 *
 * <p><b>Bands.</b> A smaller band goes first, but for the grants that {@link BandOrder} gives to a lower one. Whose a grant is
 * follows from its number; a band that has nothing that fits leaves its grant to the first that has.
 *
 * <p><b>Lanes.</b> The units of a key wait in lanes; all units of a lane have equal eligibility and needs, so a lane fits
 * or it does not, whatever its length. A lane that does not fit leaves the order for this round and its key goes on with
 * its next lane; being skipped costs no virtual time. Within a key the lane with the oldest head goes first.
 *
 * <p><b>Ties</b> go by the name of the key, so that the order is the same in every store. Integers only: a grant costs
 * {@link #GRANT}, in millionths, divided by the weight of its key, or by run time, see {@link Fares}.
 *
 * <p>The cost of a round is that of the lanes it was given, never that of the backlog.
 */
final class FairOrder {
    /** What one grant adds to the tag of a key of weight 1: one grant, in millionths. */
    static final long GRANT = 1_000_000;

    /** A lane and how far it has been granted. */
    static final class Lane {
        final ClaimPage.LaneView view;
        final long cost;
        int next;

        /** @param cost what each grant adds to the tag of the key */
        Lane(ClaimPage.LaneView view, long cost) {
            this.cost = cost;
            this.view = view;
        }

        boolean isDrained() {
            return next >= view.heads().length;
        }

        private long head() {
            return view.heads()[next];
        }
    }

    /** A key of a band and its open lanes. Ordered within its band. */
    private static final class Key implements Comparable<Key> {
        final int band;
        final String name;
        final long loadedTag;
        long tag;
        final List<Lane> lanes = new ArrayList<>();

        Key(int band, String name, long tag) {
            this.band = band;
            this.name = name;
            this.loadedTag = tag;
            this.tag = tag;
        }

        ClaimPage.Position position() {
            return new ClaimPage.Position(band, tag, name);
        }

        Lane oldest() {
            Lane oldest = lanes.getFirst();
            for (int i = 1; i < lanes.size(); i++) {
                if (lanes.get(i).head() < oldest.head()) {
                    oldest = lanes.get(i);
                }
            }
            return oldest;
        }

        @Override
        public int compareTo(Key other) {
            int byTag = Long.compare(tag, other.tag);
            return byTag != 0 ? byTag : name.compareTo(other.name);
        }
    }

    private final List<PriorityQueue<Key>> waiting = new ArrayList<>(Requirements.BANDS);
    private final Deque<Key> charged = new ArrayDeque<>();
    private final BandOrder bands;
    private final Horizon horizon;
    private final List<Long> clocks;
    private long grant;
    private @Nullable Key current;

    FairOrder(List<Lane> lanes, Pool pool, Horizon horizon) {
        this.bands = pool.policy().order();
        this.grant = pool.counter() + 1;
        this.clocks = new ArrayList<>(pool.clocks());
        this.horizon = horizon;
        for (int band = 0; band < Requirements.BANDS; band++) {
            waiting.add(new PriorityQueue<>());
        }
        Map<String, Key> keys = new HashMap<>();
        for (Lane lane : lanes) {
            if (!lane.isDrained()) {
                ClaimPage.LaneView view = lane.view;
                keys.computeIfAbsent(
                                view.band() + "/" + view.key(), name -> new Key(view.band(), view.key(), view.tag()))
                        .lanes
                        .add(lane);
            }
        }
        keys.values().forEach(this::requeue);
    }

    /** The lane whose turn it is; empty when no lane is left, or when one that was not loaded may come before all that are. */
    Optional<Lane> next() {
        OptionalInt band = band();
        current = band.isPresent() ? waiting.get(band.getAsInt()).poll() : null;
        if (current == null || !horizon.covers(current.position())) {
            return Optional.empty();
        }
        return Optional.of(current.oldest());
    }

    /** The band whose turn it is: of those that have something, or may have what was not loaded. */
    private OptionalInt band() {
        OptionalInt owner = bands.owner(grant);
        return owner.isPresent() && mayHave(owner.getAsInt())
                ? owner
                : IntStream.range(0, Requirements.BANDS).filter(this::mayHave).findFirst();
    }

    private boolean mayHave(int band) {
        return !waiting.get(band).isEmpty() || horizon.isCut(band);
    }

    /** Whether {@link #next} stopped because the load was cut, not because nothing is left. */
    boolean isCut() {
        return band().isPresent();
    }

    /** The head of a lane is granted before its turn: its key pays as always, and the clock stays with those whose turn it is. */
    void grantFirst(Lane lane) {
        PriorityQueue<Key> band = waiting.get(lane.view.band());
        Key key = band.stream()
                .filter(each -> each.lanes.contains(lane))
                .findFirst()
                .orElseThrow();
        band.remove(key);
        grant(lane, key, Math.max(key.tag, clocks.get(key.band)));
    }

    /** The lane's head is granted. */
    void grant(Lane lane) {
        Key key = Objects.requireNonNull(current);
        long start = Math.max(key.tag, clocks.get(key.band));
        clocks.set(key.band, start);
        grant(lane, key, start);
    }

    private void grant(Lane lane, Key key, long start) {
        if (key.tag == key.loadedTag) {
            charged.add(key);
        }
        key.tag = start + lane.cost;
        grant++;
        lane.next++;
        if (lane.isDrained()) {
            key.lanes.remove(lane);
        }
        requeue(key);
    }

    /** The lane does not fit; its key goes on without it. */
    void skip(Lane lane) {
        Key key = Objects.requireNonNull(current);
        key.lanes.remove(lane);
        requeue(key);
    }

    List<Long> clocks() {
        return clocks;
    }

    List<ClaimStep.KeyTag> charged() {
        return charged.stream()
                .map(key -> new ClaimStep.KeyTag(key.band, key.name, key.tag))
                .toList();
    }

    private void requeue(Key key) {
        if (!key.lanes.isEmpty()) {
            waiting.get(key.band).add(key);
        }
    }
}
