// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.Blocked;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import java.math.BigInteger;
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

    /** What keys owe for claims that ended since the last claim which charged run time looked. */
    private final Map<PlainUnit.Key, Long> owed = new HashMap<>();

    private final Map<String, PlainRuns> runs = new HashMap<>();

    /** The remembered runs of a kind, and how many microseconds they took. */
    private record PlainRuns(long count, long time) {
        PlainRuns and(long count, long time) {
            return new PlainRuns(this.count + count, this.time + time);
        }
    }

    private int granted;

    /** Since when nothing of a lane found room, though somebody who can run it looked at it. */
    private final Map<PlainUnit.Lane, Blocked> blocked = new HashMap<>();

    private Optional<PlainReservation> reserved = Optional.empty();
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
        Optional<PlainReservation> found = reserved;
        reserved = found.isPresent()
                ? found.filter(open -> isStanding(open, now)).map(open -> open.renewedBy(worker, policy, now))
                : longestBlocked(offer, now)
                        .map(head -> new PlainReservation(head, offer, now.plus(policy.workerLease())));
        if (byRunTime()) {
            settleDebts();
        }
        Set<String> kinds = new HashSet<>();
        Map<String, PlainRuns> known = Map.copyOf(runs);
        List<WorkId> grants = new ArrayList<>();
        Optional<PlainUnit> first = reserved.map(open -> headOf(open.unit(), now))
                .filter(unit -> unit.canRunOn(offer) && hasRoom(unit, offer, Optional.empty()));
        if (first.isPresent()) {
            grant(first.get(), worker, false, known, now);
            kinds.add(first.get().requirements.eligibility().kind());
            grants.add(first.get().id);
        }
        while (grants.size() < most && hasPlace(offer, reserved)) {
            Optional<PlainUnit> next = Optional.empty();
            for (PlainUnit unit : inOrder(offer, now)) {
                boolean isFirst = reserved.filter(open -> open.unit().lane().equals(unit.lane()))
                        .isPresent();
                if (hasRoom(unit, offer, isFirst ? Optional.empty() : reserved)) {
                    next = Optional.of(unit);
                    break;
                }
                if (!waitsForItsKey(unit, isFirst ? Optional.empty() : reserved) && !blocked.containsKey(unit.lane())) {
                    blocked.put(unit.lane(), new Blocked(granted, now, headOf(unit, now).sequence));
                }
            }
            if (next.isEmpty()) {
                break;
            }
            grant(next.get(), worker, true, known, now);
            kinds.add(next.get().requirements.eligibility().kind());
            grants.add(next.get().id);
        }
        if (byRunTime()) {
            runs.replaceAll((kind, old) -> kinds.contains(kind) && old.count() >= 64
                    ? new PlainRuns(old.count() - old.count() / 2, old.time() - old.time() / 2)
                    : old);
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

    /** All that the worker may start now, in order: those of the band that owns the grant before all others. */
    private List<PlainUnit> inOrder(WorkerOffer offer, Moment now) {
        return units.stream()
                .filter(unit -> unit.isStartable(now) && unit.canRunOn(offer))
                .sorted(Comparator.comparing((PlainUnit unit) -> unit.key().band() != owner())
                        .thenComparingInt(unit -> unit.key().band())
                        .thenComparingLong(unit -> tags.get(unit.key()))
                        .thenComparing(unit -> unit.key().name())
                        .thenComparingLong(unit -> unit.sequence))
                .toList();
    }

    /** The first unit of the lane of a unit. */
    private PlainUnit headOf(PlainUnit unit, Moment now) {
        return units.stream()
                .filter(each -> each.isStartable(now) && each.lane().equals(unit.lane()))
                .findFirst()
                .orElseThrow();
    }

    /** Room is kept as long as its unit waits, its worker asks, and the limits could ever leave it that. */
    private boolean isStanding(PlainReservation open, Moment now) {
        return open.unit().isStartable(now)
                && now.isBefore(open.until())
                && isPossible(open.unit().requirements.needs(), policy.capacity(), policy.domains());
    }

    private static boolean isPossible(Needs needs, Map<String, Long> capacity, Map<String, DomainLimit> domains) {
        return needs.demand().entrySet().stream().allMatch(demand -> {
            long units = demand.getValue();
            String resource = demand.getKey();
            return units <= capacity.getOrDefault(resource, Long.MAX_VALUE)
                    && needs.domains().stream()
                            .allMatch(domain ->
                                    units <= domains.get(domain).resources().getOrDefault(resource, Long.MAX_VALUE));
        });
    }

    /** The unit for which this worker keeps room from now on. */
    private Optional<PlainUnit> longestBlocked(WorkerOffer offer, Moment now) {
        return units.stream()
                .filter(unit -> unit.isStartable(now) && unit.canRunOn(offer) && blocked.containsKey(unit.lane()))
                .filter(unit -> {
                    Blocked since = blocked.get(unit.lane());
                    return granted - since.grant() >= policy.bypassLimit()
                            || now.since(since.at()).compareTo(policy.agingAfter()) >= 0;
                })
                .filter(unit -> !waitsForItsKey(unit, Optional.empty())
                        && isPossible(unit.requirements.needs(), policy.capacity(), policy.domains())
                        && unit.requirements.needs().demand().entrySet().stream()
                                .allMatch(demand ->
                                        demand.getValue() <= offer.resources().getOrDefault(demand.getKey(), 0L)))
                .min(Comparator.comparing((PlainUnit unit) -> blocked.get(unit.lane()))
                        .thenComparingLong(unit -> unit.sequence));
    }

    private boolean waitsForItsKey(PlainUnit unit, Optional<PlainReservation> kept) {
        String key = unit.key().name();
        long keptOfKey =
                kept.filter(open -> open.unit().key().name().equals(key)).isPresent() ? 1 : 0;
        return counted(key) + keptOfKey >= policy.fairness().limits().getOrDefault(key, Integer.MAX_VALUE);
    }

    private long counted(String key) {
        return held(each -> each.counted && each.key().name().equals(key)).size();
    }

    private boolean byRunTime() {
        return policy.fairness().cost() == Fairness.Cost.RUN_TIME;
    }

    /** A debt counts from where the key would enter now; a credit ends at the clock. */
    private void settleDebts() {
        owed.forEach((key, amount) -> {
            if (amount != 0) {
                long from = Math.max(tags.getOrDefault(key, 0L), clocks[key.band()]);
                tags.put(key, Math.max(from + amount, clocks[key.band()]));
            }
        });
        owed.clear();
    }

    /** One grant, or the expected run time in nanoseconds of the whole pool. */
    private long plainCost(PlainUnit unit, Map<String, PlainRuns> known) {
        unit.expected = 0;
        if (!byRunTime()) {
            return GRANT / weight(unit.key().name());
        }
        PlainRuns past = known.get(unit.requirements.eligibility().kind());
        long expected = past == null ? policy.claimLease().toNanos() / 1_000 : past.time() / past.count();
        unit.expected = Math.max(1, Math.min(expected, Duration.ofDays(100).toNanos() / 1_000));
        long share = 1_000_000;
        if (!policy.capacity().isEmpty()) {
            share = Math.max(1, 1_000_000 / policy.maxLiveClaims());
            for (Map.Entry<String, Long> demand :
                    unit.requirements.needs().demand().entrySet()) {
                long capacity = policy.capacity().getOrDefault(demand.getKey(), Long.MAX_VALUE);
                share = Math.max(share, Math.min(1_000_000, demand.getValue() * 1_000_000 / capacity));
            }
        }
        return Math.max(1, unit.expected * share / 1_000 / weight(unit.key().name()));
    }

    /** The key pays for what the run took, and the next of its kind are expected to take as long. */
    private void ends(PlainUnit unit, Moment now) {
        unit.holder = Optional.empty();
        if (unit.expected > 0) {
            long took = now.micros() - unit.claimedAt.micros();
            BigInteger paid = BigInteger.valueOf(unit.cost)
                    .multiply(BigInteger.valueOf(took))
                    .divide(BigInteger.valueOf(unit.expected));
            owed.merge(unit.key(), paid.longValueExact() - unit.cost, Long::sum);
            runs.merge(unit.requirements.eligibility().kind(), new PlainRuns(1, took), (old, one) -> old.and(1, took));
        }
    }

    /** @param inTurn whether it was its turn, so that the clock of the band goes with it */
    private void grant(PlainUnit unit, WorkerId worker, boolean inTurn, Map<String, PlainRuns> known, Moment now) {
        granted++;
        int band = unit.key().band();
        long start = Math.max(clocks[band], tags.get(unit.key()));
        clocks[band] = inTurn ? start : clocks[band];
        blocked.remove(unit.lane());
        reserved = reserved.filter(open -> !open.unit().lane().equals(unit.lane()));
        unit.cost = plainCost(unit, known);
        unit.claimedAt = now;
        tags.put(unit.key(), start + unit.cost);
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
        blocked.keySet().removeIf(lane -> looked.contains(lane) && !waiting.contains(lane));
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

    /** Whether pool and worker may have one more claim, beside the one for which room is kept. */
    private boolean hasPlace(WorkerOffer offer, Optional<PlainReservation> kept) {
        long all = held(each -> true).size() + (kept.isPresent() ? 1L : 0L);
        long own = held(each -> each.isHeldBy(offer.worker())).size() + (isOf(kept, offer) ? 1L : 0L);
        return all < policy.maxLiveClaims() && own < offer.maxClaims();
    }

    private static boolean isOf(Optional<PlainReservation> kept, WorkerOffer offer) {
        return kept.filter(open -> open.worker().equals(offer)).isPresent();
    }

    /** @param kept the unit that is looked at as if it ran already, on its worker */
    private boolean hasRoom(PlainUnit unit, WorkerOffer offer, Optional<PlainReservation> kept) {
        Needs needs = unit.requirements.needs();
        List<PlainUnit> all = new ArrayList<>(held(each -> true));
        List<PlainUnit> own = new ArrayList<>(held(each -> each.isHeldBy(offer.worker())));
        kept.ifPresent(open -> all.add(open.unit()));
        kept.filter(open -> isOf(kept, offer)).ifPresent(open -> own.add(open.unit()));
        if (all.size() >= policy.maxLiveClaims() || own.size() >= offer.maxClaims() || waitsForItsKey(unit, kept)) {
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
        return needs.domains().stream().allMatch(domain -> hasRoom(needs, domain, all));
    }

    private boolean hasRoom(Needs needs, String domain, List<PlainUnit> all) {
        DomainLimit limit = policy.domains().get(domain);
        List<PlainUnit> inside = all.stream()
                .filter(each -> each.requirements.needs().domains().contains(domain))
                .toList();
        return inside.size() < limit.claims().orElse(Long.MAX_VALUE)
                && needs.demand().entrySet().stream()
                        .allMatch(demand -> demand.getValue()
                                <= limit.resources().getOrDefault(demand.getKey(), Long.MAX_VALUE)
                                        - sum(inside, demand.getKey()));
    }

    void succeed(WorkId id, Moment now) {
        PlainUnit unit = unit(id);
        unit.status = Status.SUCCEEDED;
        ends(unit, now);
    }

    void release(WorkId id, Duration delay, Moment now) {
        PlainUnit unit = unit(id);
        unit.status = Status.QUEUED;
        ends(unit, now);
        unit.due = now.plus(delay);
        queue(unit, now);
    }

    /** Whether something else waits in its lane. */
    boolean hasCompany(WorkId id) {
        PlainUnit unit = unit(id);
        return units.stream()
                .anyMatch(each -> each != unit
                        && each.status == Status.QUEUED
                        && each.entered
                        && each.lane().equals(unit.lane()));
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
