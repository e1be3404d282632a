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
    private final WorkerOffer offer;
    private final Set<Integer> classes;
    private final Room room;
    private final Fares fares;
    private final Map<Account, Long> additions = new HashMap<>();
    private final List<ClaimStep.Turn> turns = new ArrayList<>();
    private final Set<Long> parked = new HashSet<>();
    private Optional<Lack> firstLack = Optional.empty();
    private Optional<Reserving.Standing> standing = Optional.empty();

    ClaimRound(ClaimAsk ask, ClaimPage page) {
        this.ask = ask;
        this.page = page;
        this.pool = page.pool().orElseThrow();
        this.fares = new Fares(pool, page);
        this.offer = page.worker().orElseThrow().offer();
        this.classes = new HashSet<>(ask.classes());
        this.room = new Room(page, offer);
    }

    ClaimStep decide() {
        int mark = ask.classMark();
        boolean learnt = false;
        for (EligibilityClass each : page.newClasses()) {
            mark = Math.max(mark, each.id());
            learnt |= each.eligibility().fits(offer) && classes.add(each.id());
        }
        boolean mayGoOn = ask.round() < MAX_ROUNDS;
        List<ClaimStep.KeyTag> corrected = mayGoOn ? fares.corrected(additions) : List.of();
        if (mayGoOn && (learnt || !corrected.isEmpty())) {
            return new Result(
                            new long[0],
                            pool.clocks(),
                            corrected,
                            pool.reservation(),
                            Optional.of(next(ask.want(), ask.window(), mark, ask.first())))
                    .step(true);
        }
        return grant(mark);
    }

    private ClaimStep grant(int mark) {
        standing = new Reserving(ask, page, offer, time()).find(classes, room::isLargeEnough);
        List<FairOrder.Lane> lanes = new ArrayList<>();
        page.lanes().stream()
                .filter(view -> classes.contains(view.eligibility()))
                .forEach(view -> lanes.add(new FairOrder.Lane(view.startableAt(time()), fares.cost(view))));
        Optional<FairOrder.Lane> reserved = reserved(lanes);
        FairOrder order = new FairOrder(lanes, pool, page.horizon());
        int most = (int) Math.max(0, Math.min(ask.want(), room.grants()));
        long[] granted = new long[most];
        int count = 0;
        boolean sure = true;
        if (most > 0
                && reserved.filter(lane -> room.lackOfAll(lane.view).isEmpty()).isPresent()) {
            FairOrder.Lane lane = reserved.get();
            granted[count++] = lane.view.heads()[lane.next];
            take(lane);
            order.grantFirst(lane);
            sure = isKnown(lane);
        }
        standing.ifPresent(each -> room.keep(each.reservation().kept(pool)));
        while (count < most && sure && room.grants() > 0) {
            Optional<FairOrder.Lane> next = order.next();
            if (next.isEmpty()) {
                sure = !order.isCut();
                break;
            }
            FairOrder.Lane lane = next.get();
            Optional<Charges.Charge> lack = isReserved(lane) ? room.lackOfAll(lane.view) : room.lack(lane.view);
            if (lack.isPresent()) {
                park(lane, lack.get(), count);
                order.skip(lane);
                continue;
            }
            granted[count++] = lane.view.heads()[lane.next];
            take(lane);
            order.grant(lane);
            sure = isKnown(lane);
        }
        fares.forget(additions);
        lanes.forEach(this::turn);
        boolean unsure = !sure && count < most;
        Optional<ClaimAsk> again = unsure && ask.round() < MAX_ROUNDS
                ? Optional.of(next(ask.want() - count, ask.window() * 2, mark, firstFence(count)))
                : Optional.empty();
        boolean more = again.isEmpty() && (unsure || count == ask.want());
        return new Result(
                        Arrays.copyOf(granted, count),
                        order.clocks(),
                        order.charged(),
                        standing.map(Reserving.Standing::reservation),
                        again)
                .step(more);
    }

    /** What follows in a lane that was cut is not known, so neither is whose turn it is. */
    private static boolean isKnown(FairOrder.Lane lane) {
        return !(lane.isDrained() && lane.view.more());
    }

    /**
     * The lane that goes before all others, as room is kept for it; among the lanes from now on. Whichever worker has room for it
     * first may have it: what is kept of the one that the reservation names is only so that one of them will.
     */
    private Optional<FairOrder.Lane> reserved(List<FairOrder.Lane> lanes) {
        if (standing.filter(each -> classes.contains(each.lane().eligibility())).isEmpty()) {
            return Optional.empty();
        }
        Optional<FairOrder.Lane> loaded =
                lanes.stream().filter(this::isReserved).findFirst();
        if (loaded.isPresent()) {
            return loaded;
        }
        FairOrder.Lane added = new FairOrder.Lane(
                standing.get().lane(), fares.cost(standing.get().lane()));
        lanes.add(added);
        return Optional.of(added);
    }

    private boolean isReserved(FairOrder.Lane lane) {
        return standing.isPresent() && standing.get().lane().lane() == lane.view.lane();
    }

    /** The moment of this claim. It never goes back: what was too late to start once stays too late. */
    private Moment time() {
        return page.now().orLater(pool.time());
    }

    private ClaimAsk next(int want, int window, int mark, Optional<Fence> first) {
        return new ClaimAsk(ask.command(), want, window, classes, mark, first, ask.round() + 1);
    }

    private Optional<Fence> firstFence(int count) {
        return ask.first()
                .or(() -> count == 0 ? Optional.empty() : Optional.of(Fence.of(page.epoch(), pool.counter() + 1)));
    }

    /** What the grant uses is used, and what was kept for it is kept no more. */
    private void take(FairOrder.Lane lane) {
        Charges.add(additions, pool.use(lane.view), offer.worker(), 1);
        room.take(lane.view);
        fares.granted(lane.view);
        if (isReserved(lane)) {
            standing = Optional.empty();
            room.keep(Map.of());
        }
    }

    /** A lane that lacks what all workers share waits for that; one that lacks what this worker has stays a candidate. */
    private void park(FairOrder.Lane lane, Charges.Charge lack, int count) {
        ClaimPage.Position position = lane.view.position();
        if (firstLack.filter(first -> first.position().compareTo(position) <= 0).isEmpty()) {
            firstLack = Optional.of(new Lack(position, lack.account()));
        }
        Optional<Blocked> before = lane.next > 0 ? Optional.empty() : lane.view.blocked();
        boolean waitsForItself = lack.account().scope() == Account.Scope.KEY_CLAIMS;
        Optional<Blocked> blocked = before.isPresent() || waitsForItself
                ? before
                : Optional.of(
                        new Blocked(pool.counter() + count, time(), lane.view.heads()[lane.next]));
        boolean isShared = lack.account().scope().isShared();
        if (isShared || !blocked.equals(lane.view.blocked())) {
            parked.add(lane.view.lane());
            turns.add(new ClaimStep.Turn.Parked(
                    lane.view.lane(),
                    isShared ? lack.account() : Account.ANY_WORKER,
                    isShared ? Limits.fitsAt(lack) : Long.MAX_VALUE,
                    blocked));
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
        private final Optional<Reservation> reservation;
        private final Optional<ClaimAsk> again;

        Result(
                long[] sequences,
                List<Long> clocks,
                List<ClaimStep.KeyTag> tags,
                Optional<Reservation> reservation,
                Optional<ClaimAsk> again) {
            this.sequences = sequences;
            this.clocks = clocks;
            this.tags = tags;
            this.reservation = reservation;
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
                    pool.granted(counter, clocks, count == 0 ? pool.time() : time(), reservation),
                    sequences,
                    fences,
                    fares.granted(),
                    turns,
                    tags,
                    additions,
                    remember);
            return new ClaimStep.Take(changes, again, otherwise(more), more);
        }

        private ClaimDecision otherwise(boolean more) {
            Optional<Account> lacking = firstLack.map(Lack::account).or(room::keptClaims);
            return lacking.isPresent()
                    ? new ClaimDecision.NothingFits(lacking.get(), more)
                    : new ClaimDecision.NothingWaits(page.nextDue().map(this::untilDue));
        }

        private Duration untilDue(Moment due) {
            return due.isAfter(page.now()) ? due.since(page.now()) : Duration.ZERO;
        }
    }
}
