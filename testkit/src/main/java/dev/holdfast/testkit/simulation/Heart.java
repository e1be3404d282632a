// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerUnknown;
import java.util.List;

/** The heartbeat of a worker, once a second; a beat that is lost is not sent again, the next one comes soon enough. */
final class Heart {
    private final SimulatedWorker worker;
    private boolean listWanted;

    Heart(SimulatedWorker worker) {
        this.worker = worker;
    }

    void beat() {
        if (worker.isDead()) {
            return;
        }
        Holdings holdings =
                listWanted ? new Holdings.Listed(List.copyOf(worker.holdings())) : Holdings.digest(worker.holdings());
        listWanted = false;
        worker.send(new Heartbeat(worker.id(), isHealthy(), holdings, worker.inFlight()), this::answered);
        worker.after(Actor.SECOND, this::beat);
    }

    /** Now and then unwell, for five seconds. */
    private boolean isHealthy() {
        long spell = worker.world.time() / (5 * Actor.SECOND);
        return worker.world.isHealing() || !worker.dice.split("health " + spell).chance(4);
    }

    private void answered(HeartbeatDecision decision) {
        switch (decision) {
            case HeartbeatDecision.Renewed renewed -> {
                worker.drain(renewed.directives().contains(new HeartbeatDecision.Directive.Drain()));
                renewed.directives().forEach(this::obey);
            }
            case WorkerDead dead -> worker.die();
            case WorkerUnknown unknown -> throw worker.unexpected(decision);
        }
    }

    private void obey(HeartbeatDecision.Directive directive) {
        switch (directive) {
            case HeartbeatDecision.Directive.SendHoldings wanted -> listWanted = true;
            case HeartbeatDecision.Directive.Drain drain -> {}
            case HeartbeatDecision.Directive.CancelClaim cancel ->
                worker.find(cancel.work(), cancel.fence()).ifPresent(Run::cancel);
            case HeartbeatDecision.Directive.Lost lost ->
                worker.find(lost.work(), lost.fence()).ifPresent(run -> {
                    worker.world.statistics.sometimes("worker told that a claim is lost");
                    run.lose();
                });
        }
    }
}
