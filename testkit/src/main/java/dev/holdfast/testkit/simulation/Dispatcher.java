// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerUnknown;

/** One slot of a worker: asks one pool for work, one request after the other, each until it is answered. */
final class Dispatcher {
    private final SimulatedWorker worker;
    private final PoolId pool;
    private final int slot;
    private int round;

    Dispatcher(SimulatedWorker worker, PoolId pool, int slot) {
        this.worker = worker;
        this.pool = pool;
        this.slot = slot;
    }

    void next() {
        if (!worker.isServing()) {
            return;
        }
        Dice drawn = worker.dice.split("request %s %d".formatted(pool, round++));
        long pause = drawn.between(50, 1_200) * Actor.MILLISECOND;
        if (worker.free() == 0) {
            worker.after(pause, this::next);
            return;
        }
        RequestId request = new RequestId(slot, drawn.bits(), drawn.bits());
        ClaimSecret secret = new ClaimSecret(drawn.bits(), drawn.bits());
        worker.sent(request);
        worker.call(new ClaimWork(pool, worker.id(), request, secret, 1 + drawn.below(worker.free())), decision -> {
            worker.arrived(request);
            answered(decision, secret);
            worker.after(pause, this::next);
        });
    }

    private void answered(ClaimDecision decision, ClaimSecret secret) {
        switch (decision) {
            case ClaimDecision.Granted granted -> granted.grants().forEach(grant -> worker.take(grant, secret));
            case ClaimDecision.Nothing nothing -> {}
            case WorkerDead dead -> worker.die();
            case ClaimDecision.WorkerUnhealthy unhealthy -> {}
            case ClaimDecision.WorkerDraining draining -> {}
            case ClaimDecision.RequestConflict stolen -> {} // a stranger has used its id; the next round draws another
            case ClaimDecision.PoolNotOffered other -> throw worker.unexpected(decision);
            case ClaimDecision.ClockWentBack behind -> throw worker.unexpected(decision);
            case WorkerUnknown unknown -> throw worker.unexpected(decision);
            case PoolUnknown unknown -> throw worker.unexpected(decision);
        }
    }
}
