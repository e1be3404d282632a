// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.EvidenceLog;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A captured ledger that is kept, to be run forward more than once. Immutable.
 *
 * @param parts in their order
 */
public record Capture(List<Captured> parts) {
    /** Later by far than any ledger was written; what is later is a mark and no reading of a clock. */
    private static final Moment LATEST = new Moment(Long.MAX_VALUE / 2);

    public Capture {
        parts = List.copyOf(parts);
    }

    /** Reads all parts. What reading them throws comes through. */
    public static Capture of(Iterator<? extends Captured> parts) {
        List<Captured> all = new ArrayList<>();
        parts.forEachRemaining(all::add);
        return new Capture(all);
    }

    /** In the order of their names. */
    public List<Pool> pools() {
        return all(Captured.OfPool.class).stream().map(Captured.OfPool::pool).toList();
    }

    public Optional<Pool> pool(PoolId id) {
        return pools().stream().filter(pool -> pool.id().equals(id)).findFirst();
    }

    /** Whether somebody lived when it was captured. */
    public boolean hasLiveWorkers() {
        Moment now = newest();
        return workers().stream().anyMatch(worker -> worker.isLive(now));
    }

    List<WorkerRecord> workers() {
        return all(Captured.OfWorker.class).stream()
                .map(Captured.OfWorker::worker)
                .toList();
    }

    List<Unit> units() {
        return all(Captured.OfUnit.class).stream().map(Captured.OfUnit::unit).toList();
    }

    private <T extends Captured> List<T> all(Class<T> type) {
        return parts.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The newest moment that it tells of. When it was captured is not told; after this one nothing had happened. */
    public Moment newest() {
        Moment newest = new Moment(0);
        for (Captured part : parts) {
            newest = newest.orLater(newest(part));
        }
        return newest;
    }

    private static Moment newest(Captured part) {
        return switch (part) {
            case Captured.OfPool pool -> pool.pool().time().orLater(pool.pool().sweptAt());
            case Captured.OfWorker worker -> newest(worker.worker());
            case Captured.OfUnit unit -> newest(unit.unit());
            case Captured.OfAttempt attempt -> newest(attempt.attempt());
            case Captured.OfAudit audit -> audit.entry().at();
            case Captured.OfSchedule schedule -> schedule.schedule().newest().orElse(new Moment(0));
            case Captured.OfDomain domain -> new Moment(0);
            case Captured.OfLedger ledger -> new Moment(0);
            case Captured.OfKey key -> new Moment(0);
            case Captured.OfLane lane -> new Moment(0);
            case Captured.OfAmount amount -> new Moment(0);
            case Captured.OfSlot slot -> new Moment(0);
        };
    }

    private static Moment newest(Attempt attempt) {
        return attempt.log().entries().stream()
                .map(EvidenceLog.Entry::at)
                .reduce(attempt.origin().createdAt(), Moment::orLater);
    }

    /** Its newest heartbeat is as old as its lease has run. */
    private static Moment newest(WorkerRecord worker) {
        return worker.leaseUntil().isAfter(LATEST)
                ? worker.registeredAt()
                : worker.registeredAt().orLater(worker.leaseUntil().minus(worker.lease()));
    }

    private static Moment newest(Unit unit) {
        Moment newest = unit.admittedAt();
        if (!unit.past().isEmpty()) {
            newest = newest.orLater(unit.past().getLast().endedAt());
        }
        return switch (unit.state()) {
            case WorkState.Held held -> newest;
            case WorkState.Queued queued -> newest;
            case WorkState.Claimed held -> newest.orLater(newest(held.claim()));
            case WorkState.Uncertain uncertain -> newest.orLater(uncertain.since());
            case WorkState.Ended ended -> newest.orLater(ended.at());
        };
    }

    private static Moment newest(Claim claim) {
        return claim.begunAt().orElse(claim.claimedAt()).orLater(claim.claimedAt());
    }
}
