// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.Settle;
import dev.holdfast.jdbc.Claims;
import dev.holdfast.jdbc.Json;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the units stand whose claims are about to be settled. Claims that this process granted are kept in memory from
 * the grant on, so that a settlement need not look its unit up by its id, which is a random place in a large index. It is
 * a hint: what is written is guarded by the row.
 */
final class LiveClaims {
    /** Bounds the memory of a process whose claims are lost or settled elsewhere. */
    private static final int MAX_KNOWN = 20_000;

    /** What a claim's row says, as long as the claim is live. */
    record LiveClaim(
            long sequence,
            long pool,
            long lane,
            long worker,
            long fence,
            long request,
            boolean counted,
            Optional<Fare> fare) {
        static LiveClaim read(Row row) throws SQLException {
            return new LiveClaim(
                    row.number(),
                    row.number(),
                    row.number(),
                    row.number(),
                    row.number(),
                    row.number(),
                    row.flag(),
                    Claims.readFare(row));
        }
    }

    static final String SELECT = """
        SELECT s.id, w.seq, w.pool, w.lane, w.held_by, w.fence, w.request, w.counted, w.fare_for, w.fare
        FROM json_each(?) j
        CROSS JOIN submission s ON s.authority = ? AND s.id = j.value
        CROSS JOIN work w ON w.seq = s.seq
        WHERE w.state = 1\
        """;

    private final Statements sql;
    private final long authority;
    private final Map<String, LiveClaim> known = new HashMap<>();

    LiveClaims(Statements sql, long authority) {
        this.sql = sql;
        this.authority = authority;
    }

    void forget() {
        known.clear();
    }

    void granted(String work, LiveClaim claim) {
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        known.put(work, claim);
    }

    void ended(String work) {
        known.remove(work);
    }

    /** Reads those claims of the commands that are not known. */
    void load(List<Settle> commands) throws SQLException {
        List<String> unknown = new ArrayList<>();
        for (Settle command : commands) {
            if (find(command).isEmpty()) {
                unknown.add(command.work().value());
            }
        }
        if (!unknown.isEmpty()) {
            sql.of(SELECT).text(Json.texts(unknown)).number(authority).each(this::read);
        }
    }

    private void read(Row row) throws SQLException {
        granted(row.text(), LiveClaim.read(row));
    }

    /** The claim that a command names, if it is live or was when it was last seen. */
    Optional<LiveClaim> find(Settle command) {
        return Optional.ofNullable(known.get(command.work().value()))
                .filter(claim -> claim.fence() == command.fence().value());
    }
}
