// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.Use;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Lane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** What a round of a claim writes, as the call {@code claim_save} takes it. */
final class ClaimSave {
    private static final int DRAINED = 0;
    private static final int READY = 1;
    private static final int PARKED = 2;

    /** What becomes of a lane; what is empty stays. */
    private static final class Turn {
        Optional<Long> head = Optional.empty();
        Optional<Integer> phase = Optional.empty();
        Optional<String> lacking = Optional.empty();
        Optional<Long> fitsAt = Optional.empty();
        Optional<String> blocked = Optional.empty();
    }

    record BandKey(int band, String key) {}

    final long[] counts;
    final Map<String, Long> amounts = new TreeMap<>();
    final Map<Integer, Long> floors = new TreeMap<>();
    final List<Long> keys = new ArrayList<>();
    final List<Long> tags = new ArrayList<>();
    final List<Integer> chargeAlike = new ArrayList<>();
    final List<String> chargeAccount = new ArrayList<>();
    final List<Long> chargeAmount = new ArrayList<>();
    int[] alike = {};
    Rare<Boolean> counted = new Rare<>(0, Boolean.class);
    private final Map<Long, Turn> turns = new TreeMap<>();

    ClaimSave(ClaimLoad load) {
        this.counts = load.log().counts().clone();
        for (int i = 0; i < load.log().floorOf().length; i++) {
            floors.put(load.log().floorOf()[i], load.log().floorAt()[i]);
        }
        for (int i = 0; i < load.fold().accounts().length; i++) {
            amounts.merge(load.fold().accounts()[i], load.fold().amounts()[i], Long::sum);
        }
    }

    void add(Map<Account, Long> additions) {
        additions.forEach((account, amount) -> {
            switch (account.scope()) {
                case POOL_CLAIMS -> {} // the number of claimed units says the same
                case COUNT -> counts[Telling.stateOf(account)] += amount;
                case POOL_RESOURCE,
                        KEY_CLAIMS,
                        DOMAIN_CLAIMS,
                        DOMAIN_RESOURCE,
                        QUARANTINED_CLAIMS,
                        QUARANTINED_RESOURCE,
                        WORKER_CLAIMS,
                        WORKER_RESOURCE,
                        RUN_OWED,
                        RUN_COUNT,
                        RUN_TIME -> amounts.merge(AccountText.write(account), amount, Long::sum);
            }
        });
    }

    /** What each granted unit adds, so that the call can take out those that are not won. */
    void charge(List<ClaimPage.LaneView> views, long[] granted, Pool pool, ClaimWork command) {
        Map<Long, Use> useOf = new HashMap<>();
        for (ClaimPage.LaneView view : views) {
            Use use = pool.use(view);
            LongStream.of(view.heads()).forEach(head -> useOf.put(head, use));
        }
        Map<Use, Integer> groups = new HashMap<>();
        alike = new int[granted.length];
        counted = new Rare<>(granted.length, Boolean.class);
        for (int i = 0; i < granted.length; i++) {
            Use use = Objects.requireNonNull(useOf.get(granted[i]));
            alike[i] = groups.computeIfAbsent(use, each -> groups.size() + 1);
            counted.set(i, use.countedKey().isPresent(), () -> true);
        }
        groups.forEach((use, group) -> Reactions.charges(use, command.worker()).forEach((account, amount) -> {
            if (account.scope() != Account.Scope.POOL_CLAIMS) {
                chargeAlike.add(group);
                chargeAccount.add(AccountText.write(account));
                chargeAmount.add(amount);
            }
        }));
    }

    void add(
            ClaimWindow window,
            RunTimes runTimes,
            List<ClaimPage.LaneView> views,
            List<Long> clocks,
            ClaimStep.ClaimChanges changes) {
        add(changes.additions());
        charge(window, runTimes, changes.tags());
        changes.turns().forEach(this::turn);
        moveHeads(views, changes.sequences());
        raiseFloors(window, clocks);
        lowerFloors(window, changes.turns());
        lowerFloors(runTimes, changes.tags());
    }

    /** Of a grant out of turn; units before it wait on, so that the lane's head stays. */
    void addOne(KnownLanes.Known lane, ClaimStep.ClaimChanges changes) {
        add(changes.additions());
        for (ClaimStep.KeyTag key : changes.tags()) {
            keys.add(lane.keyNumber());
            tags.add(key.tag());
        }
        changes.turns().forEach(this::turn);
    }

    private void charge(ClaimWindow window, RunTimes runTimes, List<ClaimStep.KeyTag> charged) {
        Map<BandKey, Long> numbers = new HashMap<>(runTimes.numbers());
        for (ClaimWindow.Found each : window.seen()) {
            Lane lane = each.lane().lane();
            numbers.put(new BandKey(lane.band, lane.key), each.lane().keyNumber());
        }
        for (ClaimStep.KeyTag key : charged) {
            keys.add(numbers.get(new BandKey(key.band(), key.key())));
            tags.add(key.tag());
        }
    }

    private Turn turn(long lane) {
        return turns.computeIfAbsent(lane, number -> new Turn());
    }

    private void turn(ClaimStep.Turn changed) {
        Turn turn = turn(changed.lane());
        switch (changed) {
            case ClaimStep.Turn.Ready ready -> turn.phase = Optional.of(READY);
            case ClaimStep.Turn.Drained drained -> turn.phase = Optional.of(DRAINED);
            case ClaimStep.Turn.Parked parked -> {
                turn.phase = Optional.of(PARKED);
                turn.lacking = Optional.of(AccountText.write(parked.lacking()));
                turn.fitsAt = Optional.of(parked.fitsAt());
                turn.blocked = parked.blocked().map(BlockedArray::write);
            }
        }
    }

    /** Units of a lane are granted in order, so that the next one to look at is the one behind the last grant. */
    private void moveHeads(List<ClaimPage.LaneView> views, long[] granted) {
        Map<Long, Long> laneOf = new HashMap<>();
        Map<Long, Long> nextOf = new HashMap<>();
        for (ClaimPage.LaneView view : views) {
            long[] heads = view.heads();
            for (int i = 0; i < heads.length; i++) {
                laneOf.put(heads[i], view.lane());
                nextOf.put(heads[i], i + 1 < heads.length ? heads[i + 1] : heads[i] + 1);
            }
        }
        for (long sequence : granted) {
            Turn turn = turn(Objects.requireNonNull(laneOf.get(sequence)));
            long next = Objects.requireNonNull(nextOf.get(sequence));
            turn.head = Optional.of(Math.max(turn.head.orElse(0L), next));
        }
    }

    /** No lane of an asked class is ready before the first that was loaded, and none becomes so before the band's clock. */
    private void raiseFloors(ClaimWindow window, List<Long> clocks) {
        floors.replaceAll((floor, at) -> {
            long clock = clocks.get(floor % 8);
            Long first = window.firstTags().get(floor);
            boolean isAsked = window.asked().contains(floor / 8);
            return isAsked ? Math.max(at, first == null ? clock : Math.min(first, clock)) : at;
        });
    }

    /** A lane that stops being parked keeps its tag, which the floor may have passed. */
    private void lowerFloors(ClaimWindow window, List<ClaimStep.Turn> changed) {
        Map<Long, ClaimWindow.Found> parked = new HashMap<>();
        for (ClaimWindow.Found each : window.seen()) {
            if (each.parked()) {
                parked.put(each.lane().lane().id, each);
            }
        }
        for (ClaimStep.Turn turn : changed) {
            ClaimWindow.Found was = parked.get(turn.lane());
            if (was != null && turn instanceof ClaimStep.Turn.Ready) {
                Lane lane = was.lane().lane();
                floors.merge((int) lane.eligibilityId * 8 + lane.band, was.tag(), Math::min);
            }
        }
    }

    /** A key that is given back what it paid too much comes nearer to the clock, whatever the classes of its lanes. */
    private void lowerFloors(RunTimes runTimes, List<ClaimStep.KeyTag> charged) {
        for (ClaimStep.KeyTag key : charged) {
            if (runTimes.numbers().containsKey(new BandKey(key.band(), key.key()))) {
                floors.replaceAll((floor, at) -> floor % 8 == key.band() ? Math.min(at, key.tag()) : at);
            }
        }
    }

    boolean isNothing(ClaimStep.ClaimChanges changes) {
        return changes.sequences().length == 0 && turns.isEmpty() && keys.isEmpty();
    }

    Long[] lanes() {
        return turns.keySet().toArray(Long[]::new);
    }

    Long[] heads() {
        return turns.values().stream().map(turn -> turn.head.orElse(null)).toArray(Long[]::new);
    }

    Integer[] phases() {
        return turns.values().stream().map(turn -> turn.phase.orElse(null)).toArray(Integer[]::new);
    }

    String[] lacking() {
        return turns.values().stream().map(turn -> turn.lacking.orElse(null)).toArray(String[]::new);
    }

    String[] blocked() {
        return turns.values().stream().map(turn -> turn.blocked.orElse(null)).toArray(String[]::new);
    }

    Long[] fitsAt() {
        return turns.values().stream().map(turn -> turn.fitsAt.orElse(null)).toArray(Long[]::new);
    }
}
