// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.jdbc.OfferText;
import dev.holdfast.jdbc.ReadableRows;
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

    /** The name of a worker, whether or not its offer can be read. */
    WorkerId name(long id) throws SQLException {
        return sql.of("SELECT name FROM worker WHERE id = ?")
                .number(id)
                .first(row -> new WorkerId(row.text()))
                .orElseThrow();
    }

    /** All workers of the authority. */
    List<WorkerRecord> all() throws SQLException {
        return sorted(sql.of(FIND + "WHERE w.authority = ?").number(authority).list(this::read));
    }

    /** The workers that offer a pool and can be read, by id. */
    List<WorkerRecord> serving(long pool) throws SQLException {
        try {
            return sorted(sql.of(FIND + "JOIN worker_pool p ON p.worker = w.id WHERE p.pool = ?")
                    .number(pool)
                    .list(this::read));
        } catch (RowUnreadable e) {
            List<Long> all = sql.of("SELECT worker FROM worker_pool WHERE pool = ?")
                    .number(pool)
                    .list(row -> row.number());
            return sorted(ReadableRows.of(all, this::read));
        }
    }

    private List<Stored> read(List<Long> ids) throws SQLException {
        List<Stored> read = new ArrayList<>(ids.size());
        for (long id : ids) {
            read.add(get(id));
        }
        return read;
    }

    /**
     * Those of them whose lease is over and that nobody has marked dead, by id. One whose offer cannot be read is dead like
     * any other.
     */
    List<WorkerRecord> unmarkedDead(long pool, PoolId name, Moment now) throws SQLException {
        List<Stored> dead = sql.of(FIND + """
            WHERE w.authority = ? AND w.dead = 0 AND w.lease_until <= ?
            AND EXISTS (SELECT 1 FROM worker_pool p WHERE p.pool = ? AND p.worker = w.id)\
            """)
                .number(authority)
                .moment(now)
                .number(pool)
                .list(row -> read(row, (id, worker) -> offerOrStandIn(id, worker, name)));
        return sorted(dead);
    }

    private WorkerOffer offerOrStandIn(long id, WorkerId worker, PoolId pool) throws SQLException {
        try {
            return offer(id, worker);
        } catch (RowUnreadable e) {
            return OfferText.standIn(worker, pool);
        }
    }

    /** Whether a worker is live, of which nothing else is read. */
    boolean isLive(WorkerId worker, Moment now) throws SQLException {
        return sql.of("SELECT 1 FROM worker WHERE authority = ? AND name = ? AND dead = 0 AND lease_until > ?")
                .number(authority)
                .text(worker.value())
                .moment(now)
                .first(row -> row.integer())
                .isPresent();
    }

    /** Whether a worker is healthy, and draining, as {@code worker} says; not where there is no such worker. */
    boolean isAsReadyAs(WorkerRecord worker) throws SQLException {
        return sql.of("SELECT 1 FROM worker WHERE authority = ? AND name = ? AND healthy = ? AND draining = ?")
                .number(authority)
                .text(worker.id().value())
                .flag(worker.healthy())
                .flag(worker.draining())
                .first(row -> row.integer())
                .isPresent();
    }

    /** Finds what a worker offers. */
    private interface Offers {
        WorkerOffer of(long id, WorkerId worker) throws SQLException;
    }

    private static List<WorkerRecord> sorted(List<Stored> stored) {
        List<WorkerRecord> workers = new ArrayList<>(stored.size());
        stored.forEach(each -> workers.add(each.worker()));
        workers.sort(Comparator.comparing(WorkerRecord::id));
        return workers;
    }

    private Stored read(Row row) throws SQLException {
        return read(row, this::offer);
    }

    private static Stored read(Row row, Offers offers) throws SQLException {
        long id = row.number();
        WorkerOffer offer = offers.of(id, new WorkerId(row.text()));
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
