// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Json;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which keys and ids of a batch belong to units already. Most units have an id that is derived from pool and key; there
 * the id is the key, and one look into the index of ids, which there must be anyway, answers both questions. Only units
 * whose submitter gave the id have a row that leads from the key to the unit.
 */
final class TakenKeys {
    private record Taken(Unit unit, Moment until) {}

    private static final String BY_KEY = """
        SELECT seq FROM idempotency_key
        WHERE pool = ? AND idempotency_key IN (SELECT value FROM json_each(?))\
        """;

    private final Session session;
    private final Pools.Stored pool;
    private final Moment until;
    private final Map<WorkId, Taken> byId = new HashMap<>();
    private final Map<IdempotencyKey, Taken> byKey = new HashMap<>();

    /** @param until how long the keys of units that are inserted now are remembered */
    TakenKeys(Session session, Pools.Stored pool, Moment until) {
        this.session = session;
        this.pool = pool;
        this.until = until;
    }

    void load(List<NewUnit> fresh) throws SQLException {
        Set<String> ids = new LinkedHashSet<>(2 * fresh.size());
        List<String> keys = new ArrayList<>(fresh.size());
        for (NewUnit unit : fresh) {
            ids.add(unit.id().value());
            if (unit.submission().id().isPresent()) {
                ids.add(Admission.derived(unit).value());
            }
            keys.add(unit.submission().key().value());
        }
        Set<Long> sequences = new LinkedHashSet<>(session.units.sequences(ids));
        if (hasGivenIds()) {
            sequences.addAll(session.sql
                    .of(BY_KEY)
                    .number(pool.id())
                    .text(Json.texts(keys))
                    .list(row -> row.number()));
        }
        for (Unit unit : session.units.get(List.copyOf(sequences))) {
            add(unit, keyUntil(unit));
        }
    }

    private boolean hasGivenIds() throws SQLException {
        return session.sql
                .of("SELECT 1 FROM idempotency_key WHERE pool = ? LIMIT 1")
                .number(pool.id())
                .first(row -> row.flag())
                .isPresent();
    }

    private Moment keyUntil(Unit unit) throws SQLException {
        return session.sql
                .of("SELECT key_until FROM submission WHERE seq = ?")
                .number(unit.sequence())
                .first(row -> row.moment())
                .orElseThrow();
    }

    /** A unit of this batch that is new. */
    void add(Unit unit) {
        add(unit, until);
    }

    private void add(Unit unit, Moment keyUntil) {
        Taken taken = new Taken(unit, keyUntil);
        byId.put(unit.id(), taken);
        if (unit.pool().equals(pool.pool().id())) {
            byKey.put(unit.submission().key(), taken);
        }
    }

    Optional<Insertion> inTheWayOf(NewUnit fresh) {
        Taken sameKey = byKey.get(fresh.submission().key());
        if (sameKey != null) {
            return Optional.of(new Insertion.KeyTaken(sameKey.unit(), sameKey.until()));
        }
        Taken sameId = byId.get(fresh.id());
        return sameId == null ? Optional.empty() : Optional.of(new Insertion.IdTaken(sameId.unit()));
    }
}
