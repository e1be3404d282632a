// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerPage;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.jdbc.Claims;
import dev.holdfast.jdbc.OfferText;
import dev.holdfast.jdbc.ReadableRows;
import dev.holdfast.jdbc.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads and writes workers and their leases. */
final class Workers {
    private static final String LEASE =
            "SELECT lease_until, healthy, draining, dead FROM $.worker_lease WHERE worker = ?";
    private static final String SERVING = """
        SELECT w.name, k.lease_until, k.healthy, k.draining, k.dead
        FROM $.worker_pool p JOIN $.worker w ON w.id = p.worker JOIN $.worker_lease k ON k.worker = w.id
        WHERE p.pool = ?\
        """;
    private static final String HELD = """
        SELECT u.id, u.fence, q.slot, q.high, q.low, q.claimed_at, u.cancel_at IS NOT NULL, u.cancel_reason
        FROM $.unit u JOIN $.claim_request q ON q.id = u.request
        WHERE u.pool = ? AND u.worker = ? AND u.state = 1
          AND u.fence >= (SELECT p.held_from FROM $.worker_pool p WHERE p.pool = u.pool AND p.worker = u.worker)
        ORDER BY u.fence\
        """;
    /** How many fences the mark of held claims may lag behind before it is worth a write. */
    private static final long MARK_STEP = 1_000;

    private final Session session;

    Workers(Session session) {
        this.session = session;
    }

    Optional<WorkerRecord> find(WorkerId worker) throws SQLException {
        return find(worker, LEASE);
    }

    private Optional<WorkerRecord> find(WorkerId worker, String lease) throws SQLException {
        Optional<KnownWorkers.Known> known = session.known.workers.find(session, worker);
        return known.isEmpty()
                ? Optional.empty()
                : session.sql.of(lease).integer(known.get().number()).first(row -> read(row, known.get()));
    }

    private static WorkerRecord read(Row row, KnownWorkers.Known known) throws SQLException {
        return known.with(row.moment(), row.flag(), row.flag(), row.flag());
    }

    /** Locks the lease and reads what a worker's rule decides on. */
    WorkerPage page(WorkerId id, Set<PoolId> asked) throws SQLException {
        Optional<WorkerRecord> worker = find(id, LEASE + " FOR UPDATE");
        Moment now = session.now();
        Set<PoolId> ids = new TreeSet<>(asked);
        if (asked.isEmpty()) {
            worker.ifPresent(known -> ids.addAll(known.offer().pools()));
        }
        Pools pools = new Pools(session);
        Map<PoolId, Pool> found = new HashMap<>();
        List<WorkerPage.Held> claims = new ArrayList<>();
        for (PoolId pool : ids) {
            Optional<Pools.Stored> stored = pools.find(pool);
            if (stored.isPresent()) {
                found.put(pool, stored.get().pool());
                if (worker.isPresent()) {
                    claims.addAll(held(pool, stored.get().number(), id));
                }
            }
        }
        return new WorkerPage(now, worker, found, claims);
    }

    private List<WorkerPage.Held> held(PoolId pool, int number, WorkerId worker) throws SQLException {
        int workerNumber =
                session.known.workers.find(session, worker).orElseThrow().number();
        List<WorkerPage.Held> held =
                session.sql.of(HELD).integer(number).integer(workerNumber).list(row -> Claims.readHeld(row, pool));
        if (!held.isEmpty()) {
            long first = held.getFirst().fence().value();
            session.sql
                    .of("UPDATE $.worker_pool SET held_from = ? WHERE pool = ? AND worker = ? AND held_from < ?")
                    .number(first)
                    .integer(number)
                    .integer(workerNumber)
                    .number(first - MARK_STEP)
                    .update();
        }
        return held;
    }

    /** All workers, by id. */
    List<WorkerRecord> all() throws SQLException {
        return list(session.sql.of("""
            SELECT w.name, k.lease_until, k.healthy, k.draining, k.dead
            FROM $.worker w JOIN $.worker_lease k ON k.worker = w.id\
            """).list(Lease::read));
    }

    /** The workers that offer a pool and can be read, by id. */
    List<WorkerRecord> serving(int pool) throws SQLException {
        return ReadableRows.of(session.sql.of(SERVING).integer(pool).list(Lease::read), this::list);
    }

    /**
     * Those of them whose lease is over and that nobody has marked dead, by id. One whose offer cannot be read is dead like
     * any other.
     */
    List<WorkerRecord> unmarkedDead(int pool, Moment now) throws SQLException {
        PoolId name = session.known.pools.name(session, pool);
        List<Lease> leases = session.sql
                .of(SERVING + " AND NOT k.dead AND k.lease_until <= ?")
                .integer(pool)
                .moment(now)
                .list(Lease::read);
        List<WorkerRecord> dead = new ArrayList<>(leases.size());
        for (Lease lease : leases) {
            List<WorkerRecord> read = ReadableRows.of(List.of(lease), this::list);
            dead.add(read.isEmpty() ? lease.of(OfferText.standIn(lease.worker(), name)) : read.getFirst());
        }
        dead.sort(Comparator.comparing(WorkerRecord::id));
        return dead;
    }

    /** Whether a worker is live, of which nothing else is read. */
    boolean isLive(WorkerId worker, Moment now) throws SQLException {
        Optional<Integer> number = session.known.workers.number(session, worker);
        return number.isPresent()
                && session.sql
                        .of(LEASE)
                        .integer(number.get())
                        .first(row -> new Lease(worker, row.moment(), row.flag(), row.flag(), row.flag()))
                        .filter(lease -> !lease.dead() && now.isBefore(lease.until()))
                        .isPresent();
    }

    private record Lease(WorkerId worker, Moment until, boolean healthy, boolean draining, boolean dead) {
        static Lease read(Row row) throws SQLException {
            return new Lease(new WorkerId(row.text()), row.moment(), row.flag(), row.flag(), row.flag());
        }

        /** As far as a sweep has to know. */
        WorkerRecord of(WorkerOffer offer) {
            return new WorkerRecord(offer, until, until, Duration.ZERO, healthy, draining, dead);
        }
    }

    private List<WorkerRecord> list(List<Lease> leases) throws SQLException {
        List<WorkerRecord> workers = new ArrayList<>(leases.size());
        for (Lease each : leases) {
            KnownWorkers.Known known =
                    session.known.workers.find(session, each.worker()).orElseThrow();
            workers.add(known.with(each.until(), each.healthy(), each.draining(), each.dead()));
        }
        workers.sort(Comparator.comparing(WorkerRecord::id));
        return workers;
    }

    void save(WorkerRecord worker) throws SQLException {
        Optional<Integer> number = session.known.workers.number(session, worker.id());
        if (number.isEmpty()) {
            insert(worker);
            return;
        }
        int saved = session.sql
                .of("""
                    UPDATE $.worker_lease SET lease_until = ?, healthy = ?, draining = ?, dead = ?
                    WHERE worker = ? AND lease_until <= ?\
                    """)
                .moment(worker.leaseUntil())
                .flag(worker.healthy())
                .flag(worker.draining())
                .flag(worker.dead())
                .integer(number.get())
                .moment(worker.leaseUntil())
                .update();
        if (saved == 0) { // a sweep read the lease before a heartbeat renewed it
            throw new SQLException("a lease was renewed meanwhile", "40001");
        }
    }

    private void insert(WorkerRecord worker) throws SQLException {
        int number = session.sql
                .of("INSERT INTO $.worker (name, registered_at, lease, offer) VALUES (?, ?, ?, ?) RETURNING id")
                .text(worker.id().value())
                .moment(worker.registeredAt())
                .text(worker.lease().toString())
                .text(OfferText.write(worker.offer()))
                .first(row -> row.integer())
                .orElseThrow();
        session.sql
                .of("INSERT INTO $.worker_lease (lease_until, healthy, draining, dead, worker) VALUES (?, ?, ?, ?, ?)")
                .moment(worker.leaseUntil())
                .flag(worker.healthy())
                .flag(worker.draining())
                .flag(worker.dead())
                .integer(number)
                .update();
        session.sql
                .of("INSERT INTO $.worker_pool (pool, worker) SELECT p.id, ? FROM $.pool p WHERE p.name = ANY (?)")
                .integer(number)
                .array(worker.offer().pools().stream().map(PoolId::value).toArray(String[]::new))
                .update();
    }
}
