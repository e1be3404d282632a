// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The order of grants and the limits as one would write them on a blackboard: one list of units, looked through from end to
 * end for every single grant, and nothing remembered that can be added up. Integers only.
 *
 * <p>Of all units that may start now, that the worker can run and that have room, the first is granted: by band, then by the
 * tag of its key, then by the name of its key, then by admission. The grant moves the band's clock to the start of the unit,
 * that is the larger of clock and tag, and the tag of its key to one grant after that start. A unit that enters a lane in
 * which nothing waits lifts the tag of its key to the clock.
 */
final class PlainPool {
    /** What one grant costs its key. */
    static final long GRANT = 1_000_000;

    private PoolPolicy policy;
    private final Map<WorkerId, WorkerOffer> workers = new HashMap<>();
    private final List<PlainUnit> units = new ArrayList<>();
    private final Map<PlainUnit.Key, Long> tags = new HashMap<>();
    private int granted;
    private final long[] clocks = new long[Requirements.BANDS];

    /** Lanes in which something waited when a claim of a worker that can run them last looked, or that were entered since. */
    private final Set<PlainUnit.Lane> open = new HashSet<>();

    PlainPool(PoolPolicy policy) {
        this.policy = policy;
    }

    void register(WorkerOffer offer) {
        workers.put(offer.worker(), offer);
    }

    void submit(Submission submission, Moment now) {
        PlainUnit unit = new PlainUnit(units.size() + 1L, submission, now);
        units.add(unit);
        queue(unit, now);
    }

    /** Whoever queues a unit decides under which key it waits: its own, or where keys are listed the one for all others. */
    private void queue(PlainUnit unit, Moment now) {
        String own = unit.requirements.fairnessKey();
        Fairness fairness = policy.fairness();
        boolean isListed =
                fairness.weights().containsKey(own) || fairness.limits().containsKey(own);
        unit.key = fairness.keys() == Fairness.Keys.OPEN || isListed ? own : "other";
        enterIfDue(unit, now);
    }

    private void enterIfDue(PlainUnit unit, Moment now) {
        if (unit.status == Status.QUEUED && !unit.entered && !unit.due.isAfter(now)) {
            unit.entered = true;
            if (open.add(unit.lane())) {
                tags.merge(unit.key(), clocks[unit.key().band()], Math::max);
            }
        }
    }

    /** What a claim was answered: the reason why there is nothing, or what was granted, in order. */
    record Answer(String reason, List<WorkId> grants) {}

    Answer claim(WorkerId worker, int most, Moment now) {
        units.forEach(unit -> enterIfDue(unit, now));
        WorkerOffer offer = workers.get(worker);
        if (held(unit -> true).size() >= policy.maxLiveClaims()) {
            return new Answer("PoolFull", List.of());
        }
        if (held(unit -> unit.isHeldBy(worker)).size() >= offer.maxClaims()) {
            return new Answer("WorkerFull", List.of());
        }
        List<WorkId> grants = new ArrayList<>();
        while (grants.size() < most) {
            Optional<PlainUnit> next = units.stream()
                    .filter(unit -> unit.isStartable(now) && unit.canRunOn(offer))
                    .sorted(Comparator.comparingInt(
                                    (PlainUnit unit) -> unit.key().band())
                            .thenComparingLong(unit -> tags.get(unit.key()))
                            .thenComparing(unit -> unit.key().name())
                            .thenComparingLong(unit -> unit.sequence))
                    .filter(unit -> hasRoom(unit, offer))
                    .sorted(Comparator.comparing(unit -> unit.key().band() != owner()))
                    .findFirst();
            if (next.isEmpty()) {
                break;
            }
            grant(next.get(), worker);
            grants.add(next.get().id);
        }
        closeEmptyLanes(offer, now);
        return new Answer(grants.isEmpty() ? "nothing" : "granted", grants);
    }

    /** The band that the next grant is kept for: the shares of bands 1 to 7, dealt out in turn over a hundred grants. */
    private int owner() {
        int share = policy.order() instanceof BandOrder.Shared shared ? shared.share() : 0;
        int[] owners = new int[100];
        for (int i = 0; i < 7 * share; i++) {
            owners[i * 100 / (7 * share)] = 1 + i % 7;
        }
        return owners[(granted + 1) % 100];
    }

    private void grant(PlainUnit unit, WorkerId worker) {
        granted++;
        int band = unit.key().band();
        clocks[band] = Math.max(clocks[band], tags.get(unit.key()));
        tags.put(unit.key(), clocks[band] + GRANT / weight(unit.key().name()));
        unit.status = Status.CLAIMED;
        unit.entered = false;
        unit.holder = Optional.of(worker);
        unit.counted = policy.fairness().limits().containsKey(unit.key().name());
    }

    private long weight(String key) {
        return policy.fairness().weights().containsKey(key)
                ? policy.fairness().weights().get(key)
                : policy.fairness().defaultWeight();
    }

    void revise(PoolPolicy other) {
        policy = other;
    }

    private void closeEmptyLanes(WorkerOffer offer, Moment now) {
        Set<PlainUnit.Lane> waiting = new HashSet<>();
        Set<PlainUnit.Lane> looked = new HashSet<>();
        for (PlainUnit unit : units) {
            if (unit.isStartable(now)) {
                waiting.add(unit.lane());
            }
            if (unit.canRunOn(offer)) {
                looked.add(unit.lane());
            }
        }
        open.removeIf(lane -> looked.contains(lane) && !waiting.contains(lane));
    }

    private List<PlainUnit> held(Predicate<PlainUnit> which) {
        return units.stream()
                .filter(unit -> unit.status == Status.CLAIMED && which.test(unit))
                .toList();
    }

    private static long sum(List<PlainUnit> some, String resource) {
        return some.stream()
                .mapToLong(unit -> unit.requirements.needs().demand().getOrDefault(resource, 0L))
                .sum();
    }

    private boolean hasRoom(PlainUnit unit, WorkerOffer offer) {
        Needs needs = unit.requirements.needs();
        List<PlainUnit> all = held(each -> true);
        List<PlainUnit> own = held(each -> each.isHeldBy(offer.worker()));
        if (all.size() >= policy.maxLiveClaims() || own.size() >= offer.maxClaims()) {
            return false;
        }
        String key = unit.key().name();
        long counted = all.stream()
                .filter(each -> each.counted && each.key().name().equals(key))
                .count();
        if (counted >= policy.fairness().limits().getOrDefault(key, Integer.MAX_VALUE)) {
            return false;
        }
        for (Map.Entry<String, Long> demand : needs.demand().entrySet()) {
            String resource = demand.getKey();
            long ofPool = policy.capacity().getOrDefault(resource, Long.MAX_VALUE);
            long ofWorker = offer.resources().getOrDefault(resource, 0L);
            if (demand.getValue() > ofPool - sum(all, resource) || demand.getValue() > ofWorker - sum(own, resource)) {
                return false;
            }
        }
        return needs.domains().stream().allMatch(domain -> hasRoom(needs, domain));
    }

    private boolean hasRoom(Needs needs, String domain) {
        DomainLimit limit = policy.domains().get(domain);
        List<PlainUnit> inside =
                held(each -> each.requirements.needs().domains().contains(domain));
        return inside.size() < limit.claims().orElse(Long.MAX_VALUE)
                && needs.demand().entrySet().stream()
                        .allMatch(demand -> demand.getValue()
                                <= limit.resources().getOrDefault(demand.getKey(), Long.MAX_VALUE)
                                        - sum(inside, demand.getKey()));
    }

    void succeed(WorkId id) {
        PlainUnit unit = unit(id);
        unit.status = Status.SUCCEEDED;
        unit.holder = Optional.empty();
    }

    void release(WorkId id, Duration delay, Moment now) {
        PlainUnit unit = unit(id);
        unit.status = Status.QUEUED;
        unit.holder = Optional.empty();
        unit.due = now.plus(delay);
        queue(unit, now);
    }

    /** Ends a unit that waits. */
    void cancel(WorkId id) {
        unit(id).status = Status.CANCELLED;
    }

    void sweep(Moment now) {
        for (PlainUnit unit : units) {
            enterIfDue(unit, now);
            if (unit.status == Status.QUEUED && unit.isTooLate(now)) {
                unit.status = Status.FAILED;
            }
        }
    }

    private PlainUnit unit(WorkId id) {
        return units.stream().filter(unit -> unit.id.equals(id)).findFirst().orElseThrow();
    }

    List<WorkId> in(Status status) {
        return units.stream()
                .filter(unit -> unit.status == status)
                .map(unit -> unit.id)
                .toList();
    }
}
