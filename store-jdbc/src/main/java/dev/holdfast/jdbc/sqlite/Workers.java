// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.jdbc.OfferText;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The workers of an authority. */
final class Workers {
    /** Bounds the memory of a process that sees many workers come and go. */
    private static final int MAX_KNOWN = 10_000;

    /** @param id the store's own number */
    record Stored(long id, WorkerRecord worker) {}

    private static final String FIND = """
        SELECT w.id, w.name, w.registered_at, w.lease_until, w.lease, w.healthy, w.draining, w.dead FROM worker w
        """;
    private static final String INSERT = """
        INSERT INTO worker (authority, name, registered_at, lease_until, lease, healthy, draining, dead, offer)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING\
        """;
    private static final String SAVE =
            "UPDATE worker SET lease_until = ?, healthy = ?, draining = ?, dead = ? WHERE authority = ? AND name = ?";

    private final Statements sql;
    private final long authority;
    private final Map<Long, WorkerOffer> offers = new HashMap<>();

    Workers(Statements sql, long authority) {
        this.sql = sql;
        this.authority = authority;
    }

    void forget() {
        offers.clear();
    }

    Optional<Stored> find(WorkerId worker) throws SQLException {
        return sql
                .of(FIND + "WHERE w.authority = ? AND w.name = ?")
                .number(authority)
                .text(worker.value())
                .list(this::read)
                .stream()
                .findFirst();
    }

    Stored get(long id) throws SQLException {
        return sql.of(FIND + "WHERE w.id = ?").number(id).list(this::read).getFirst();
    }

    /** All workers of the authority. */
    List<WorkerRecord> all() throws SQLException {
        return sorted(sql.of(FIND + "WHERE w.authority = ?").number(authority).list(this::read));
    }

    /** The workers that offer a pool, by id. */
    List<WorkerRecord> serving(long pool) throws SQLException {
        return sorted(sql.of(FIND + "JOIN worker_pool p ON p.worker = w.id WHERE p.pool = ?")
                .number(pool)
                .list(this::read));
    }

    /** Those of them whose lease is over and that nobody has marked dead, by id. */
    List<WorkerRecord> unmarkedDead(long pool, Moment now) throws SQLException {
        return sorted(
                sql.of(FIND + """
                    WHERE w.authority = ? AND w.dead = 0 AND w.lease_until <= ?
                    AND EXISTS (SELECT 1 FROM worker_pool p WHERE p.pool = ? AND p.worker = w.id)\
                    """).number(authority).moment(now).number(pool).list(this::read));
    }

    private static List<WorkerRecord> sorted(List<Stored> stored) {
        List<WorkerRecord> workers = new ArrayList<>(stored.size());
        stored.forEach(each -> workers.add(each.worker()));
        workers.sort(Comparator.comparing(WorkerRecord::id));
        return workers;
    }

    private Stored read(Row row) throws SQLException {
        long id = row.number();
        WorkerOffer offer = offer(id, new WorkerId(row.text()));
        return new Stored(
                id,
                new WorkerRecord(
                        offer,
                        row.moment(),
                        row.moment(),
                        Duration.parse(row.text()),
                        row.flag(),
                        row.flag(),
                        row.flag()));
    }

    /** Offers never change, so that each is read once. */
    private WorkerOffer offer(long id, WorkerId worker) throws SQLException {
        WorkerOffer known = offers.get(id);
        if (known == null) {
            if (offers.size() >= MAX_KNOWN) {
                offers.clear();
            }
            known = sql.of("SELECT offer FROM worker WHERE id = ?")
                    .number(id)
                    .first(row -> OfferText.read(worker, row.text()))
                    .orElseThrow();
            offers.put(id, known);
        }
        return known;
    }

    void save(WorkerRecord worker) throws SQLException {
        int changed = sql.of(SAVE)
                .moment(worker.leaseUntil())
                .flag(worker.healthy())
                .flag(worker.draining())
                .flag(worker.dead())
                .number(authority)
                .text(worker.id().value())
                .update();
        if (changed == 0) {
            insert(worker);
        }
    }

    private void insert(WorkerRecord worker) throws SQLException {
        sql.of(INSERT)
                .number(authority)
                .text(worker.id().value())
                .moment(worker.registeredAt())
                .moment(worker.leaseUntil())
                .text(worker.lease().toString())
                .flag(worker.healthy())
                .flag(worker.draining())
                .flag(worker.dead())
                .text(OfferText.write(worker.offer()))
                .update();
        for (PoolId pool : worker.offer().pools()) {
            sql.of("""
                INSERT INTO worker_pool (pool, worker)
                SELECT p.id, w.id FROM pool p, worker w
                WHERE p.authority = ? AND p.name = ? AND w.authority = ? AND w.name = ?\
                """)
                    .number(authority)
                    .text(pool.value())
                    .number(authority)
                    .text(worker.id().value())
                    .update();
        }
    }
}
