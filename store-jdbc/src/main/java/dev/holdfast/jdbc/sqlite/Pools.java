// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Terms;
import dev.holdfast.jdbc.PolicyText;
import dev.holdfast.jdbc.ReadableRows;
import dev.holdfast.jdbc.ReservationText;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.SourcesText;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pools of an authority. */
final class Pools {
    /** @param id the store's own number */
    record Stored(long id, Pool pool) {}

    static final String NEXT_DUE =
            "SELECT due_at FROM work WHERE pool = ? AND due_at IS NOT NULL ORDER BY due_at LIMIT 1";
    private static final String FIND = """
        SELECT id, name, revision, paused, counter, clocks, time, swept_at, reservation FROM pool
        WHERE authority = ?\
        """;
    private static final String SAVE = """
        UPDATE pool SET revision = ?, paused = ?, counter = ?, clocks = ?, time = ?, swept_at = ?, reservation = ?
        WHERE id = ?\
        """;
    private static final String INSERT = """
        INSERT INTO pool (authority, name, revision, paused, counter, clocks, time, swept_at, reservation, policy, sources)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;

    private final Statements sql;
    private final long authority;
    private final Domains domains;
    private final LanePhases phases;
    private final Map<Long, Terms> terms = new HashMap<>();

    Pools(Statements sql, long authority, Domains domains, LanePhases phases) {
        this.phases = phases;
        this.sql = sql;
        this.authority = authority;
        this.domains = domains;
    }

    void forget() {
        terms.clear();
    }

    Optional<Stored> find(PoolId pool) throws SQLException {
        return complete(sql.of(FIND + " AND name = ?")
                        .number(authority)
                        .text(pool.value())
                        .list(Pools::read))
                .stream()
                .findFirst();
    }

    Stored get(long id) throws SQLException {
        return complete(sql.of(FIND + " AND id = ?")
                        .number(authority)
                        .number(id)
                        .list(Pools::read))
                .getFirst();
    }

    /** All pools that can be read, by id. */
    List<Stored> readable() throws SQLException {
        List<Stored> readable =
                new ArrayList<>(ReadableRows.of(sql.of(FIND).number(authority).list(Pools::read), this::complete));
        readable.sort(Comparator.comparing(stored -> stored.pool().id()));
        return readable;
    }

    /** All pools by id; all or none. */
    List<Stored> all() throws SQLException {
        List<Stored> all = complete(sql.of(FIND).number(authority).list(Pools::read));
        all.sort(Comparator.comparing(stored -> stored.pool().id()));
        return all;
    }

    private static Stored read(Row row) throws SQLException {
        long id = row.number();
        return new Stored(
                id,
                new Pool(
                        new PoolId(row.text()),
                        row.integer(),
                        PoolPolicy.DEFAULT,
                        PolicySources.UNNAMED,
                        row.flag(),
                        row.number(),
                        readClocks(row.text()),
                        row.moment(),
                        row.moment(),
                        ReservationText.read(row.optionalText())));
    }

    /** Puts the policies in. A revision of a policy never changes, so that each is read once. */
    private List<Stored> complete(List<Stored> pools) throws SQLException {
        List<Stored> complete = new ArrayList<>(pools.size());
        for (Stored stored : pools) {
            Pool pool = stored.pool();
            Terms known = terms.get(stored.id());
            if (known == null || known.revision() != pool.revision()) {
                known = sql.of("SELECT revision, policy, sources FROM pool WHERE id = ?")
                        .number(stored.id())
                        .first(row ->
                                new Terms(row.integer(), PolicyText.read(row.text()), SourcesText.read(row.text())))
                        .orElseThrow();
                terms.put(stored.id(), known);
            }
            complete.add(new Stored(stored.id(), pool.withTerms(known)));
        }
        return complete;
    }

    /** Writes what the holder of the pool's lock may change. */
    void save(long id, Pool pool) throws SQLException {
        sql.of(SAVE)
                .number(pool.revision())
                .flag(pool.paused())
                .number(pool.counter())
                .text(writeClocks(pool.clocks()))
                .moment(pool.time())
                .moment(pool.sweptAt())
                .text(ReservationText.write(pool.reservation()))
                .number(id)
                .update();
    }

    void save(Pool pool) throws SQLException {
        Optional<Stored> stored = find(pool.id());
        if (stored.isEmpty()) {
            insert(pool);
            return;
        }
        if (stored.get().pool().revision() != pool.revision()) {
            sql.of("UPDATE pool SET policy = ?, sources = ? WHERE id = ?")
                    .text(PolicyText.write(pool.policy()))
                    .text(SourcesText.write(pool.sources()))
                    .number(stored.get().id())
                    .update();
            domains.declare(stored.get().id(), pool.policy());
            phases.park(stored.get().id(), stored.get().pool().policy(), pool.policy());
        }
        save(stored.get().id(), pool);
    }

    private void insert(Pool pool) throws SQLException {
        sql.of(INSERT)
                .number(authority)
                .text(pool.id().value())
                .number(pool.revision())
                .flag(pool.paused())
                .number(pool.counter())
                .text(writeClocks(pool.clocks()))
                .moment(pool.time())
                .moment(pool.sweptAt())
                .text(ReservationText.write(pool.reservation()))
                .text(PolicyText.write(pool.policy()))
                .text(SourcesText.write(pool.sources()))
                .update();
        domains.declare(find(pool.id()).orElseThrow().id(), pool.policy());
    }

    private static List<Long> readClocks(String text) {
        List<Long> clocks = new ArrayList<>();
        for (String clock : text.split(",", -1)) {
            clocks.add(Long.valueOf(clock));
        }
        return clocks;
    }

    private static String writeClocks(List<Long> clocks) {
        StringBuilder text = new StringBuilder();
        clocks.forEach(clock -> text.append(text.isEmpty() ? "" : ",").append(clock.longValue()));
        return text.toString();
    }

    /** When the next unit of the pool that waits for its time is due. */
    Optional<Moment> nextDue(long id) throws SQLException {
        return sql.of(NEXT_DUE).number(id).first(row -> row.moment());
    }
}
