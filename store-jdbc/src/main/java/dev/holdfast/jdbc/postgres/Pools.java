// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Reservation;
import dev.holdfast.core.work.Terms;
import dev.holdfast.jdbc.PolicyText;
import dev.holdfast.jdbc.ReadableRows;
import dev.holdfast.jdbc.ReservationText;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.SourcesText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Reads and writes pools apart from claims, which have calls of their own. */
final class Pools {
    /** @param number the store's own */
    record Stored(int number, Pool pool) {}

    private static final String FIND = """
        SELECT p.id, p.name, p.revision, p.paused, l.counter, l.clocks, l.time, l.swept_at, p.reservation
        FROM $.pool p CROSS JOIN LATERAL (
            SELECT * FROM $.pool_log l WHERE l.pool = p.id ORDER BY l.pool DESC, l.n DESC LIMIT 1
        ) l\
        """;
    private static final String MOVE_LOG = """
        WITH old AS (
            SELECT l.ctid tid, l.* FROM $.pool_log l WHERE l.pool = ? ORDER BY l.pool DESC, l.n DESC LIMIT 1
        ), gone AS (
            DELETE FROM $.pool_log l USING old WHERE l.ctid = old.tid
        )
        INSERT INTO $.pool_log (pool, n, counter, clocks, time, swept_at, counts, floor_of, floor_at, mark)
        SELECT pool, n + 1, ?, ?, ?, ?, counts, floor_of, floor_at, mark FROM old\
        """;
    private static final String FIRST_LOG = """
        INSERT INTO $.pool_log (pool, n, counter, clocks, time, swept_at, counts, mark)
        VALUES (?, 1, ?, ?, ?, ?, array_fill(0::bigint, ARRAY[7]), pg_current_snapshot())\
        """;

    private final Session session;

    Pools(Session session) {
        this.session = session;
    }

    /** Locks the pool first: nobody else claims from it, sweeps it or changes its terms until this transaction ends. */
    Optional<Stored> lock(PoolId pool) throws SQLException {
        boolean exists = session.sql
                .of("SELECT 1 FROM $.pool WHERE name = ? FOR NO KEY UPDATE")
                .text(pool.value())
                .first(row -> row.integer())
                .isPresent();
        return exists ? find(pool) : Optional.empty();
    }

    Optional<Stored> find(PoolId pool) throws SQLException {
        List<Stored> found = complete(
                session.sql.of(FIND + " WHERE p.name = ?").text(pool.value()).list(Pools::read));
        return found.stream().findFirst();
    }

    /** All pools that can be read, by id. */
    List<Stored> readable() throws SQLException {
        List<Stored> readable =
                new ArrayList<>(ReadableRows.of(session.sql.of(FIND).list(Pools::read), this::complete));
        readable.sort(Comparator.comparing(stored -> stored.pool().id()));
        return readable;
    }

    /** All pools by id; all or none. */
    List<Stored> all() throws SQLException {
        List<Stored> all = complete(session.sql.of(FIND).list(Pools::read));
        all.sort(Comparator.comparing(stored -> stored.pool().id()));
        return all;
    }

    private static Stored read(Row row) throws SQLException {
        int number = row.integer();
        return new Stored(
                number,
                new Pool(
                        new PoolId(row.text()),
                        row.integer(),
                        PoolPolicy.DEFAULT,
                        PolicySources.UNNAMED,
                        row.flag(),
                        row.number(),
                        LongStream.of(row.numbers()).boxed().toList(),
                        row.moment(),
                        row.moment(),
                        ReservationText.read(row.optionalText())));
    }

    private List<Stored> complete(List<Stored> read) throws SQLException {
        List<Stored> complete = new ArrayList<>(read.size());
        for (Stored each : read) {
            Pool pool = each.pool();
            Terms terms = session.known.pools.terms(session, each.number(), pool.revision());
            complete.add(new Stored(each.number(), pool.withTerms(terms)));
        }
        return complete;
    }

    /** Writes what the holder of the pool's lock may change; makes the pool where there is none. */
    void save(Pool pool) throws SQLException {
        Optional<Stored> before = find(pool.id());
        if (before.isEmpty()) {
            insert(pool);
            return;
        }
        int number = before.get().number();
        boolean sameTerms = before.get().pool().revision() == pool.revision()
                && before.get().pool().paused() == pool.paused();
        if (!sameTerms) {
            session.sql
                    .of("UPDATE $.pool SET revision = ?, paused = ?, policy = ?, sources = ? WHERE id = ?")
                    .integer(pool.revision())
                    .flag(pool.paused())
                    .text(PolicyText.write(pool.policy()))
                    .text(SourcesText.write(pool.sources()))
                    .integer(number)
                    .update();
        }
        if (!before.get().pool().reservation().equals(pool.reservation())) {
            reserve(session, number, pool.reservation());
        }
        if (before.get().pool().revision() != pool.revision()) {
            setLimits(number, pool.policy());
            new Domains(session).declare(number, pool.policy());
            new ParkedLanes(session, number).park(before.get().pool().policy(), pool.policy());
        }
        log(MOVE_LOG, number, pool);
    }

    private void insert(Pool pool) throws SQLException {
        int number = session.sql
                .of("INSERT INTO $.pool (name, revision, paused, policy, sources) VALUES (?, ?, ?, ?, ?) RETURNING id")
                .text(pool.id().value())
                .integer(pool.revision())
                .flag(pool.paused())
                .text(PolicyText.write(pool.policy()))
                .text(SourcesText.write(pool.sources()))
                .first(row -> row.integer())
                .orElseThrow();
        log(FIRST_LOG, number, pool);
        new Domains(session).declare(number, pool.policy());
        setLimits(number, pool.policy());
        if (pool.reservation().isPresent()) {
            reserve(session, number, pool.reservation());
        }
    }

    /** What a claim's load decides by; it follows from the policy. */
    private void setLimits(int number, PoolPolicy policy) throws SQLException {
        session.sql
                .of("UPDATE $.pool SET bypass_limit = ?, aging_after = ? WHERE id = ?")
                .number(policy.bypassLimit())
                .number(Moment.micros(policy.agingAfter()))
                .integer(number)
                .update();
    }

    /** Under the pool's lock. */
    static void reserve(Session session, int number, Optional<Reservation> reservation) throws SQLException {
        session.sql
                .of("UPDATE $.pool SET reserved = ?, reservation = ? WHERE id = ?")
                .number(reservation.map(Reservation::sequence))
                .text(ReservationText.write(reservation))
                .integer(number)
                .update();
    }

    private void log(String statement, int number, Pool pool) throws SQLException {
        session.sql
                .of(statement)
                .integer(number)
                .number(pool.counter())
                .array(pool.clocks().toArray(Long[]::new))
                .moment(pool.time())
                .moment(pool.sweptAt())
                .update();
    }
}
