// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One load of a claim decided: who gets what, and whether another load is needed to be sure. */
final class ClaimRound {
    /** Most rounds of one claim; the window of the last one is larger than any pool. */
    private static final int MAX_ROUNDS = 16;

    /** What a lane lacks that stands at a position. */
    private record Lack(ClaimPage.Position position, Account account) {}

    private final ClaimAsk ask;
    private final ClaimPage page;
    private final Pool pool;
    private final Limits limits;
    private final WorkerOffer offer;
    private final Set<Integer> classes;
    private final Map<Use, List<Charges.Charge>> charges = new HashMap<>();
    private final Map<Account, Long> charged = new HashMap<>();
    private final Map<Account, Long> additions = new HashMap<>();
    private final List<ClaimStep.Turn> turns = new ArrayList<>();
    private final Set<Long> parked = new HashSet<>();
    private Optional<Lack> firstLack = Optional.empty();

    ClaimRound(ClaimAsk ask, ClaimPage page) {
        this.ask = ask;
        this.page = page;
        this.pool = page.pool().orElseThrow();
        this.limits = new Limits(pool.policy(), page.sharedDomains());
        this.offer = page.worker().orElseThrow().offer();
        this.classes = new HashSet<>(ask.classes());
    }

    ClaimStep decide() {
        int mark = ask.classMark();
        boolean learnt = false;
        for (EligibilityClass each : page.newClasses()) {
            mark = Math.max(mark, each.id());
            learnt |= each.eligibility().fits(offer) && classes.add(each.id());
        }
        if (learnt && ask.round() < MAX_ROUNDS) {
            return new Result(
                            new long[0],
                            pool.clocks(),
                            List.of(),
                            Optional.of(next(ask.want(), ask.window(), mark, ask.first())))
                    .step(true);
        }
        return grant(mark);
    }

    private ClaimStep grant(int mark) {
        List<FairOrder.Lane> lanes = page.lanes().stream()
                .filter(view -> classes.contains(view.eligibility()))
                .map(view -> new FairOrder.Lane(view.startableAt(time())))
                .toList();
        FairOrder order = new FairOrder(lanes, pool, page.horizon());
        int room = room();
        long[] granted = new long[room];
        int count = 0;
        boolean sure = true;
        while (count < room && sure) {
            Optional<FairOrder.Lane> next = order.next();
            if (next.isEmpty()) {
                sure = !order.isCut();
                break;
            }
            FairOrder.Lane lane = next.get();
            Optional<Charges.Charge> lack = lack(lane.view);
            if (lack.isPresent()) {
                park(lane, lack.get());
                order.skip(lane);
                continue;
            }
            granted[count++] = lane.view.heads()[lane.next];
            charge(lane.view);
            order.grant(lane);
            // What follows in a lane that was cut is not known, so neither is whose turn it is.
            sure = !(lane.isDrained() && lane.view.more());
        }
        lanes.forEach(this::turn);
        boolean unsure = !sure && count < room;
        Optional<ClaimAsk> again = unsure && ask.round() < MAX_ROUNDS
                ? Optional.of(next(ask.want() - count, ask.window() * 2, mark, firstFence(count)))
                : Optional.empty();
        boolean more = again.isEmpty() && (unsure || count == ask.want());
        return new Result(Arrays.copyOf(granted, count), order.clocks(), order.charged(), again).step(more);
    }

    /** The moment of this claim. It never goes back: what was too late to start once stays too late. */
    private Moment time() {
        return page.now().orLater(pool.time());
    }

    /** How many grants the limits of pool and worker leave of what is wanted. */
    private int room() {
        long ofPool = pool.policy().maxLiveClaims() - page.usedOf(Account.poolClaims(pool.id()));
        long ofWorker = offer.maxClaims() - page.usedOf(Account.workerClaims(offer.worker()));
        return (int) Math.max(0, Math.min(ask.want(), Math.min(ofPool, ofWorker)));
    }

    private ClaimAsk next(int want, int window, int mark, Optional<Fence> first) {
        return new ClaimAsk(ask.command(), want, window, classes, mark, first, ask.round() + 1);
    }

    private Optional<Fence> firstFence(int count) {
        return ask.first()
                .or(() -> count == 0 ? Optional.empty() : Optional.of(Fence.of(page.epoch(), pool.counter() + 1)));
    }

    private Optional<Charges.Charge> lack(ClaimPage.LaneView view) {
        for (Charges.Charge charge : chargesOf(view)) {
            long used = limits.used(charge.account(), page::usedOf) + charged.getOrDefault(charge.account(), 0L);
            if (charge.limit() - used < charge.amount()) {
                return Optional.of(charge);
            }
        }
        return Optional.empty();
    }

    private List<Charges.Charge> chargesOf(ClaimPage.LaneView view) {
        return charges.computeIfAbsent(
                pool.use(view), use -> Charges.limited(pool.id(), limits, view.key(), view.needs(), offer));
    }

    private void charge(ClaimPage.LaneView view) {
        Charges.add(additions, pool.use(view), offer.worker(), 1);
        for (Charges.Charge charge : chargesOf(view)) {
            charged.merge(charge.account(), charge.amount(), Long::sum);
        }
    }

    /** A lane that lacks what all workers share waits for that; one that is too large for this worker stays in the order. */
    private void park(FairOrder.Lane lane, Charges.Charge lack) {
        ClaimPage.Position position = lane.view.position();
        if (firstLack.filter(first -> first.position().compareTo(position) <= 0).isEmpty()) {
            firstLack = Optional.of(new Lack(position, lack.account()));
        }
        if (lack.account().scope().isShared()) {
            parked.add(lane.view.lane());
            turns.add(new ClaimStep.Turn.Parked(lane.view.lane(), lack.account(), Limits.fitsAt(lack)));
        }
    }

    private void turn(FairOrder.Lane lane) {
        ClaimPage.LaneView view = lane.view;
        if (parked.contains(view.lane()) || (!lane.isDrained() && lane.next == 0)) {
            return;
        }
        if (lane.isDrained() && !view.more()) {
            turns.add(new ClaimStep.Turn.Drained(view.lane()));
        } else if (view.parked()) {
            turns.add(new ClaimStep.Turn.Ready(view.lane()));
        }
    }

    /** What the round wants written. */
    private final class Result {
        private final long[] sequences;
        private final List<Long> clocks;
        private final List<ClaimStep.KeyTag> tags;
        private final Optional<ClaimAsk> again;

        Result(long[] sequences, List<Long> clocks, List<ClaimStep.KeyTag> tags, Optional<ClaimAsk> again) {
            this.sequences = sequences;
            this.clocks = clocks;
            this.tags = tags;
            this.again = again;
        }

        ClaimStep step(boolean more) {
            int count = sequences.length;
            long counter = pool.counter() + count;
            long[] fences = new long[count];
            for (int i = 0; i < count; i++) {
                fences[i] = Fence.of(page.epoch(), pool.counter() + 1 + i).value();
            }
            if (count > 0) {
                Reactions.move(additions, pool.id(), Status.QUEUED, Status.CLAIMED, count);
            }
            Optional<ClaimStep.FenceRange> remember = again.isPresent()
                    ? Optional.empty()
                    : firstFence(count).map(first -> new ClaimStep.FenceRange(first, Fence.of(page.epoch(), counter)));
            ClaimStep.ClaimChanges changes = new ClaimStep.ClaimChanges(
                    pool.granted(counter, clocks, count == 0 ? pool.time() : time()),
                    sequences,
                    fences,
                    turns,
                    tags,
                    additions,
                    remember);
            return new ClaimStep.Take(changes, again, otherwise(more), more);
        }

        private ClaimDecision otherwise(boolean more) {
            return firstLack.isPresent()
                    ? new ClaimDecision.NothingFits(firstLack.get().account(), more)
                    : new ClaimDecision.NothingWaits(page.nextDue().map(this::untilDue));
        }

        private Duration untilDue(Moment due) {
            return due.isAfter(page.now()) ? due.since(page.now()) : Duration.ZERO;
        }
    }
}
