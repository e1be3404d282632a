// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerDecision;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerUnknown;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A worker that behaves as a correct one does, whatever happens to it.
 *
 * <pre>
 * REGISTERING  registers until answered                        -> SERVING
 * SERVING      beats, claims in one slot a pool, runs          -> STOPPING when it has lived long enough
 *                                                              -> DEAD when it is told so
 * STOPPING     gives back what has not started, runs the rest  -> retires, DEAD
 * DEAD         claims nothing; what runs goes on to its end; another worker has taken its place
 * </pre>
 *
 * <p>It is never told of a crash: then it is just gone.
 */
final class SimulatedWorker extends Actor {
    private enum Phase {
        REGISTERING,
        SERVING,
        STOPPING,
        DEAD
    }

    final WorkerOffer offer;
    private final int number;
    private final Runnable successor;
    private final Map<Holdings.Holding, Run> runs = new LinkedHashMap<>();
    private final Set<RequestId> inFlight = new HashSet<>();
    private Phase phase = Phase.REGISTERING;
    private boolean draining;
    private boolean retiring;

    /** @param successor starts the worker that takes this one's place */
    SimulatedWorker(World world, int number, int generation, Runnable successor) {
        super(world, "worker-%d.%d".formatted(number, generation));
        this.offer = world.setting.offer(number, new WorkerId(name), dice.split("offer"));
        this.number = number;
        this.successor = successor;
    }

    /** Its place among the workers of the history; those who take its place have the same. */
    int number() {
        return number;
    }

    WorkerId id() {
        return offer.worker();
    }

    void start() {
        call(new RegisterWorker(offer), this::registered);
        after(SECOND, this::suffer);
        after(dice.split("life").between(10, 40) * SECOND, this::stop);
    }

    private void registered(WorkerDecision decision) {
        switch (decision) {
            case WorkerDecision.Registered done -> serve();
            case WorkerDecision.Repeated known -> serve();
            case WorkerDead dead -> die();
            case WorkerDecision.OfferConflict conflict -> throw unexpected(decision);
            case WorkerDecision.Draining other -> throw unexpected(decision);
            case WorkerDecision.Accepting other -> throw unexpected(decision);
            case WorkerDecision.Retired other -> throw unexpected(decision);
            case PoolUnknown unknown -> throw unexpected(decision);
            case WorkerUnknown unknown -> throw unexpected(decision);
        }
    }

    AssertionError unexpected(Object decision) {
        return world.broken("answers", name + " cannot have been answered " + decision);
    }

    private void serve() {
        phase = Phase.SERVING;
        new Heart(this).beat();
        int slot = 0;
        for (PoolId pool : offer.pools()) {
            new Dispatcher(this, pool, slot++).next();
        }
    }

    boolean isDead() {
        return phase == Phase.DEAD;
    }

    /** What it believes to hold. */
    Set<Holdings.Holding> holdings() {
        return runs.keySet();
    }

    Set<RequestId> inFlight() {
        return inFlight;
    }

    Optional<Run> find(WorkId work, Fence fence) {
        return Optional.ofNullable(runs.get(new Holdings.Holding(work, fence)));
    }

    void drain(boolean value) {
        draining = value;
        giveBackIfLeaving();
    }

    /** Whether a dispatcher may go on to ask. */
    boolean isServing() {
        return phase == Phase.SERVING;
    }

    /** How many claims it can take now. */
    int free() {
        return draining ? 0 : Math.max(0, offer.maxClaims() - runs.size());
    }

    void sent(RequestId request) {
        inFlight.add(request);
    }

    void arrived(RequestId request) {
        inFlight.remove(request);
    }

    void take(Grant grant, ClaimSecret secret) {
        Run run = new Run(this, grant, secret);
        runs.put(run.holding(), run);
        run.start();
        giveBackIfLeaving();
    }

    private void giveBackIfLeaving() {
        if (draining || phase == Phase.STOPPING) {
            List.copyOf(runs.values()).forEach(Run::giveBackUnlessStarted);
        }
    }

    void forget(Run run) {
        runs.remove(run.holding());
        retireIfStopped();
    }

    private void stop() {
        if (phase == Phase.SERVING) {
            phase = Phase.STOPPING;
            giveBackIfLeaving();
            retireIfStopped();
        }
    }

    private void retireIfStopped() {
        if (phase == Phase.STOPPING && runs.isEmpty() && inFlight.isEmpty()) {
            retiring = true;
            call(new RetireWorker(id(), "stopped"), decision -> leave());
            die();
        } else if (phase == Phase.STOPPING && runs.isEmpty()) {
            after(100 * MILLISECOND, this::retireIfStopped);
        }
    }

    void die() {
        if (phase != Phase.DEAD) {
            phase = Phase.DEAD;
            successor.run();
        }
    }

    void crash() {
        if (!isGone()) {
            world.note(name, "crashes");
            leave();
            if (phase != Phase.DEAD) {
                world.schedule(world.time() + dice.split("restart").between(100, 3_000) * MILLISECOND, successor);
            }
        }
    }

    private void suffer() {
        if (phase == Phase.DEAD && runs.isEmpty() && inFlight.isEmpty() && !retiring) {
            leave();
            return;
        }
        Dice fate = dice.split("fate " + world.time());
        if (world.network.strikes(Fault.CRASH, fate.split("crash"))) {
            crash();
        } else if (world.network.strikes(Fault.PAUSE, fate.split("pause"))) {
            long pause = fate.between(500, 15_000) * MILLISECOND;
            world.note(name, "pauses for %d ms".formatted(pause / MILLISECOND));
            pause(pause);
        }
        after(SECOND, this::suffer);
    }
}
