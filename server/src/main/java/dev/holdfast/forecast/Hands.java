// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.WorkerOffer;
import java.util.List;

/** What a worker of a forecast has in hand. It asks its pools in turn, each for its part of the places that are free. */
final class Hands {
    private final WorkerOffer offer;
    private final long number;
    private final List<PoolId> pools;
    private int held;
    private long requests;
    private int turn;

    /** @param number no other worker of the forecast has it */
    Hands(WorkerOffer offer, long number) {
        this.offer = offer;
        this.number = number;
        this.pools = List.copyOf(offer.pools());
    }

    WorkerId id() {
        return offer.worker();
    }

    int pools() {
        return pools.size();
    }

    boolean isFree() {
        return held < offer.maxClaims();
    }

    void take(int claims) {
        held += claims;
    }

    void give() {
        held--;
    }

    PoolId nextPool() {
        PoolId pool = pools.get(turn);
        turn = (turn + 1) % pools.size();
        return pool;
    }

    ClaimWork claim(PoolId pool) {
        int most = Math.min(ClaimWork.MAX, Math.max(1, (offer.maxClaims() - held) / pools.size()));
        return new ClaimWork(pool, id(), new RequestId(0, number, ++requests), Staging.SECRET, most);
    }
}
