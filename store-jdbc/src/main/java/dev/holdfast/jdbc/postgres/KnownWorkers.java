// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.jdbc.OfferText;
import dev.holdfast.jdbc.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The numbers and offers of workers, which never change. */
final class KnownWorkers {
    /** Bounds the memory of a process that sees many workers come and go. */
    private static final int MAX_KNOWN = 10_000;

    /** A worker without its lease. */
    record Known(int number, WorkerOffer offer, Moment registeredAt, Duration lease) {
        WorkerRecord with(Moment leaseUntil, boolean healthy, boolean draining, boolean dead) {
            return new WorkerRecord(offer, registeredAt, leaseUntil, lease, healthy, draining, dead);
        }
    }

    private final Map<WorkerId, Known> byName = new ConcurrentHashMap<>();
    private final Map<Integer, Known> byNumber = new ConcurrentHashMap<>();

    void forget() {
        byName.clear();
        byNumber.clear();
    }

    Optional<Known> find(Session session, WorkerId worker) throws SQLException {
        Known known = byName.get(worker);
        return known != null
                ? Optional.of(known)
                : session.sql
                        .of("SELECT id, name, registered_at, lease, offer FROM $.worker WHERE name = ?")
                        .text(worker.value())
                        .first(this::read);
    }

    /** The number of a worker, whether or not its offer can be read. */
    Optional<Integer> number(Session session, WorkerId worker) throws SQLException {
        Known known = byName.get(worker);
        return known != null
                ? Optional.of(known.number())
                : session.sql
                        .of("SELECT id FROM $.worker WHERE name = ?")
                        .text(worker.value())
                        .first(row -> row.integer());
    }

    /** The name of a worker, whether or not its offer can be read. */
    WorkerId name(Session session, int number) throws SQLException {
        Known known = byNumber.get(number);
        return known != null
                ? known.offer().worker()
                : session.sql
                        .of("SELECT name FROM $.worker WHERE id = ?")
                        .integer(number)
                        .first(row -> new WorkerId(row.text()))
                        .orElseThrow();
    }

    Known get(Session session, int number) throws SQLException {
        Known known = byNumber.get(number);
        return known != null
                ? known
                : session.sql
                        .of("SELECT id, name, registered_at, lease, offer FROM $.worker WHERE id = ?")
                        .integer(number)
                        .first(this::read)
                        .orElseThrow();
    }

    private Known read(Row row) throws SQLException {
        int number = row.integer();
        WorkerId name = new WorkerId(row.text());
        Moment registeredAt = row.moment();
        Duration lease = Duration.parse(row.text());
        Known known = new Known(number, OfferText.read(name, row.text()), registeredAt, lease);
        if (byName.size() >= MAX_KNOWN) {
            forget();
        }
        byName.put(name, known);
        byNumber.put(number, known);
        return known;
    }
}
