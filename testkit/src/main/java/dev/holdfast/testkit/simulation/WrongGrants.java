// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Fence;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Reactions;
import dev.holdfast.core.work.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Grants something else than was decided. */
final class WrongGrants {
    private WrongGrants() {}

    /** All units of an answer get the fence of the first. */
    static ClaimStep oneFenceForAll(ClaimPage page, ClaimStep step) {
        if (!(step instanceof ClaimStep.Take take) || take.changes().fences().length == 0) {
            return step;
        }
        ClaimStep.ClaimChanges all = take.changes();
        long[] fences = all.fences().clone();
        Arrays.fill(fences, fences[0]);
        return take(take, all.pool(), all.sequences(), fences, all.additions(), all.remember());
    }

    /** What grants cost their keys is not kept with them. */
    static ClaimStep noFares(ClaimPage page, ClaimStep step) {
        if (!(step instanceof ClaimStep.Take take)) {
            return step;
        }
        ClaimStep.ClaimChanges all = take.changes();
        return new ClaimStep.Take(
                new ClaimStep.ClaimChanges(
                        all.pool(),
                        all.sequences(),
                        all.fences(),
                        List.of(),
                        all.turns(),
                        all.tags(),
                        all.additions(),
                        all.remember()),
                take.again(),
                take.otherwise(),
                take.more());
    }

    /** A domain's limit is looked at once for an answer: whatever else waits for that domain comes along, one unit of it. */
    static ClaimStep oneMoreOfADomain(ClaimPage page, ClaimStep step) {
        if (!(step instanceof ClaimStep.Take take)
                || take.again().isPresent()
                || take.changes().sequences().length == 0) {
            return step;
        }
        Set<Long> granted = new HashSet<>();
        Arrays.stream(take.changes().sequences()).forEach(granted::add);
        Set<String> domains = new HashSet<>();
        for (ClaimPage.LaneView lane : page.lanes()) {
            if (Arrays.stream(lane.heads()).anyMatch(granted::contains)) {
                domains.addAll(lane.needs().domains());
            }
        }
        for (ClaimPage.LaneView lane : page.lanes()) {
            OptionalLong next = Arrays.stream(lane.heads())
                    .filter(sequence -> !granted.contains(sequence))
                    .findFirst();
            if (next.isPresent() && lane.needs().domains().stream().anyMatch(domains::contains)) {
                return oneMore(page, take, lane, next.getAsLong());
            }
        }
        return step;
    }

    private static ClaimStep oneMore(ClaimPage page, ClaimStep.Take take, ClaimPage.LaneView lane, long sequence) {
        ClaimStep.ClaimChanges all = take.changes();
        Fence fence = new Fence(all.fences()[all.fences().length - 1] + 1);
        Pool pool = all.pool();
        Map<Account, Long> additions = new HashMap<>(all.additions());
        Reactions.charges(pool.use(lane), page.worker().orElseThrow().id())
                .forEach((account, amount) -> additions.merge(account, amount, Long::sum));
        additions.merge(Account.count(pool.id(), Status.QUEUED), -1L, Long::sum);
        additions.merge(Account.count(pool.id(), Status.CLAIMED), 1L, Long::sum);
        return take(
                take,
                new Pool(
                        pool.id(),
                        pool.revision(),
                        pool.policy(),
                        pool.sources(),
                        pool.paused(),
                        pool.counter() + 1,
                        pool.clocks(),
                        pool.time(),
                        pool.sweptAt(),
                        pool.reservation()),
                longer(all.sequences(), sequence),
                longer(all.fences(), fence.value()),
                additions,
                all.remember().map(range -> new ClaimStep.FenceRange(range.first(), fence)));
    }

    private static long[] longer(long[] some, long one) {
        long[] longer = Arrays.copyOf(some, some.length + 1);
        longer[some.length] = one;
        return longer;
    }

    private static ClaimStep take(
            ClaimStep.Take take,
            Pool pool,
            long[] sequences,
            long[] fences,
            Map<Account, Long> additions,
            Optional<ClaimStep.FenceRange> remember) {
        ClaimStep.ClaimChanges all = take.changes();
        List<Fare> fares = new ArrayList<>(all.fares());
        while (!fares.isEmpty() && fares.size() < sequences.length) {
            fares.add(fares.getLast());
        }
        return new ClaimStep.Take(
                new ClaimStep.ClaimChanges(
                        pool, sequences, fences, fares, all.turns(), all.tags(), additions, remember),
                take.again(),
                take.otherwise(),
                take.more());
    }
}
