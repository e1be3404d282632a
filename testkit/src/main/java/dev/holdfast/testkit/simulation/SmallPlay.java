// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One path through a small world, from its beginning to where it is now. */
final class SmallPlay {
    final World world;
    final List<SmallWorker> workers = new ArrayList<>();

    SmallPlay(SmallWorld small, Options options) {
        this.world = new World(new Dice(0), small.setting(), options, "small world " + small.name());
        small.setting().pools.forEach((pool, policy) -> decide("operator", new DefinePool(pool, policy)));
        small.offers().forEach(offer -> {
            decide(offer.worker().value(), new RegisterWorker(offer));
            workers.add(
                    new SmallWorker(offer, workers.size() + 1, small.grants().get(workers.size())));
        });
        small.submissions().forEach(submission -> decide("operator", new Submit(SmallWorld.POOL, submission)));
    }

    <R extends Decision> R decide(String who, Command<R> command) {
        return world.decide(who, command);
    }

    void pass(Duration time) {
        world.jumpClock(Moment.micros(time));
    }

    /** As the ledger has it now. */
    List<Unit> units() {
        return world.witness.units();
    }
}
