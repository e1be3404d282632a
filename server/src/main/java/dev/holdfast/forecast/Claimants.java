// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.core.work.WorkerUnknown;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** The workers of a forecast. All claim as long as anybody gets something, in the order of their names. */
final class Claimants {
    private static final WorkerId ANYBODY = new WorkerId("anybody");

    /** Workers that are alike but for their names, asking a pool. */
    private record Asked(WorkerOffer shape, PoolId pool) {}

    private final Ledger ledger;
    private final Map<WorkerId, Hands> hands = new LinkedHashMap<>();
    private final Map<WorkerId, WorkerOffer> shapes = new LinkedHashMap<>();

    Claimants(Ledger ledger) {
        this.ledger = ledger;
    }

    void add(WorkerRecord worker) {
        hands.put(worker.id(), new Hands(worker.offer(), hands.size() + 1));
        if (worker.healthy() && !worker.draining()) {
            shapes.put(worker.id(), worker.offer().change().worker(ANYBODY).build());
        }
    }

    boolean has(WorkerId worker) {
        return hands.containsKey(worker);
    }

    void take(WorkerId worker) {
        find(worker).ifPresent(each -> each.take(1));
    }

    void give(WorkerId worker) {
        find(worker).ifPresent(Hands::give);
    }

    private Optional<Hands> find(WorkerId worker) {
        return Optional.ofNullable(hands.get(worker));
    }

    /** Everybody claims what there is. */
    void claim(BiConsumer<WorkerId, Grant> granted) {
        Set<Asked> inVain = new HashSet<>();
        Set<PoolId> closed = new HashSet<>();
        shapes.forEach((worker, shape) -> {
            Hands own = hands.get(worker);
            int nothing = 0;
            while (own != null && own.isFree() && nothing < own.pools()) {
                PoolId pool = own.nextPool();
                Asked asked = new Asked(shape, pool);
                nothing++;
                if (!closed.contains(pool) && !inVain.contains(asked) && claim(own, asked, inVain, closed, granted)) {
                    nothing = 0;
                }
            }
        });
    }

    /** Whether it got something. What one was refused, others of its shape need not ask for, or nobody. */
    private boolean claim(
            Hands own, Asked asked, Set<Asked> inVain, Set<PoolId> closed, BiConsumer<WorkerId, Grant> granted) {
        return switch (ledger.submit(own.claim(asked.pool()))) {
            case ClaimDecision.Granted got -> {
                own.take(got.grants().size());
                got.grants().forEach(grant -> granted.accept(own.id(), grant));
                yield !got.grants().isEmpty();
            }
            case ClaimDecision.PoolPaused paused -> nothing(closed, asked.pool());
            case ClaimDecision.PoolFull full -> nothing(closed, asked.pool());
            case ClaimDecision.NothingWaits none -> nothing(inVain, asked);
            case ClaimDecision.NothingFits none -> {
                if (asked.shape().resources().isEmpty()) {
                    inVain.add(asked); // what one lacks is shared, so all lack it
                }
                yield false;
            }
            case ClaimDecision.WorkerFull full -> false;
            case ClaimDecision.Refused refused -> throw unexpected(refused);
            case PoolUnknown unknown -> throw unexpected(unknown);
            case WorkerUnknown unknown -> throw unexpected(unknown);
            case WorkerDead dead -> throw unexpected(dead);
        };
    }

    private static IllegalStateException unexpected(ClaimDecision decision) {
        return new IllegalStateException("a worker of a forecast that is well is not answered with " + decision);
    }

    private static <T> boolean nothing(Set<T> remembered, T value) {
        remembered.add(value);
        return false;
    }
}
