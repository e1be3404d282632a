// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A captured ledger as a forecast starts from it: workers that live stay alive, and live claims can be answered, by the one
 * secret of all forecasts, since nobody knows theirs.
 */
final class Staging {
    static final ClaimSecret SECRET = new ClaimSecret(0, 1);

    private Staging() {}

    static Iterator<Captured> parts(Capture capture, Optional<Crew> crew) {
        List<Captured> staged = new ArrayList<>();
        boolean withWorkers = false;
        for (Captured part : capture.parts()) {
            boolean beforeWorkers = part instanceof Captured.OfLedger
                    || part instanceof Captured.OfDomain
                    || part instanceof Captured.OfPool;
            if (!withWorkers && !beforeWorkers) {
                workers(capture, crew).forEach(worker -> staged.add(new Captured.OfWorker(worker)));
                withWorkers = true;
            }
            if (part instanceof Captured.OfUnit unit) {
                staged.add(new Captured.OfUnit(answerable(unit.unit()), unit.keyUntil(), unit.inLane()));
            } else if (!(part instanceof Captured.OfWorker)) {
                staged.add(part);
            }
        }
        return staged.iterator();
    }

    /** Those that live go on; when a crew takes over, they only end what they hold. */
    static Collection<WorkerRecord> workers(Capture capture, Optional<Crew> crew) {
        Moment now = capture.newest();
        Map<String, WorkerRecord> all = new TreeMap<>();
        for (WorkerRecord worker : capture.workers()) {
            all.put(worker.id().value(), worker.isLive(now) ? ageless(worker, crew.isPresent()) : worker);
        }
        crew.ifPresent(each ->
                each.records(capture, now).forEach(worker -> all.put(worker.id().value(), worker)));
        return all.values();
    }

    private static WorkerRecord ageless(WorkerRecord worker, boolean relieved) {
        return new WorkerRecord(
                worker.offer(),
                worker.registeredAt(),
                Moment.FOREVER,
                worker.lease(),
                worker.healthy(),
                worker.draining() || relieved,
                false);
    }

    private static Unit answerable(Unit unit) {
        return unit.claim()
                .map(claim -> unit.claimed(new Claim(
                        claim.fence(),
                        claim.worker(),
                        claim.request(),
                        SECRET.digest(),
                        claim.life(),
                        claim.attempt(),
                        claim.claimedAt(),
                        claim.runUntil(),
                        claim.counted(),
                        claim.fare(),
                        claim.begunAt())))
                .orElse(unit);
    }
}
