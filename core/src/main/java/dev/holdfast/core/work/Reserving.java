// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The reservation of a pool as a claim finds it, closes it, prolongs it or opens one.
 *
 * <p>Only the first look of a claim opens one, and only where it found none: so that what a claim does does not depend on how
 * many rounds it takes.
 */
final class Reserving {
    /**
     * A reservation that stands, and the lane of its unit.
     *
     * @param lane with at least one unit
     */
    record Standing(Reservation reservation, ClaimPage.LaneView lane) {}

    private final ClaimAsk ask;
    private final ClaimPage page;
    private final Pool pool;
    private final WorkerOffer offer;
    private final Moment time;

    Reserving(ClaimAsk ask, ClaimPage page, WorkerOffer offer, Moment time) {
        this.ask = ask;
        this.page = page;
        this.pool = page.pool().orElseThrow();
        this.offer = offer;
        this.time = time;
    }

    /** @param fits whether this worker, if it had nothing else to do, could run the units of a lane now or soon */
    Optional<Standing> find(Set<Integer> classes, Predicate<ClaimPage.LaneView> fits) {
        if (pool.reservation().isPresent()) {
            return pool.reservation().flatMap(this::kept);
        }
        boolean isFirstLook = ask.window() == ask.command().max();
        return isFirstLook ? open(classes, fits) : Optional.empty();
    }

    private Optional<Standing> kept(Reservation found) {
        boolean isOwn = found.worker().equals(offer.worker());
        Reservation reservation = isOwn ? found.renewed(pool.policy(), time) : found;
        return page.reserved()
                .map(lane -> lane.startableAt(time))
                .filter(lane -> lane.heads().length > 0)
                .filter(lane -> !found.isOver(time)
                        && found.isPossible(pool.id(), new Limits(pool.policy(), page.sharedDomains())))
                .map(lane -> new Standing(reservation, lane));
    }

    private Optional<Standing> open(Set<Integer> classes, Predicate<ClaimPage.LaneView> fits) {
        List<ClaimPage.LaneView> overdue = page.overdue().stream()
                .filter(lane -> classes.contains(lane.eligibility()))
                .filter(lane -> lane.blocked()
                        .filter(since -> since.isOverdue(pool, time))
                        .isPresent())
                .sorted(Comparator.comparing(lane -> lane.blocked().orElseThrow()))
                .map(lane -> lane.startableAt(time))
                .filter(lane -> lane.heads().length > 0)
                .toList();
        return overdue.stream().filter(fits).findFirst().map(this::opened);
    }

    private Standing opened(ClaimPage.LaneView lane) {
        Reservation opened = new Reservation(
                lane.heads()[0],
                lane.key(),
                lane.needs(),
                offer.worker(),
                pool.counter(),
                time,
                time.plus(pool.policy().workerLease()));
        return new Standing(opened, lane);
    }
}
