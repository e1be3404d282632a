// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Digest;
import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.Settle;
import dev.holdfast.jdbc.Claims;
import dev.holdfast.jdbc.Row;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the units stand whose claims are about to be settled. Claims that this process granted are kept in memory from
 * the grant on, so that a settlement is one statement. It is a hint: what is written is guarded by the row.
 */
final class LiveClaims {
    /** Bounds the memory of a process whose claims are lost or settled elsewhere. */
    private static final int MAX_KNOWN = 50_000;

    /** What a claim's row says as long as the claim is live, and the digest of its secret. */
    record LiveClaim(
            long sequence,
            int pool,
            long lane,
            int worker,
            long fence,
            long request,
            boolean counted,
            Optional<Fare> fare,
            Digest secret) {}

    static final String SELECT = """
        SELECT u.id, u.seq, u.pool, u.lane, u.worker, u.fence, u.request, u.counted, u.fare_for, u.fare, q.secret
        FROM unnest(?) z (id)
        JOIN $.unit_id i ON i.id = z.id
        JOIN $.unit u ON u.seq = i.seq AND u.state = 1
        JOIN $.claim_request q ON q.id = u.request\
        """;

    private final Map<String, LiveClaim> known = new ConcurrentHashMap<>();

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
    void load(Session session, List<Settle> commands) throws SQLException {
        Set<String> unknown = new LinkedHashSet<>();
        for (Settle command : commands) {
            if (find(command).isEmpty()) {
                unknown.add(command.work().value());
            }
        }
        if (!unknown.isEmpty()) {
            session.sql.of(SELECT).array(unknown.toArray(String[]::new)).each(this::read);
        }
    }

    private void read(Row row) throws SQLException {
        granted(
                row.text(),
                new LiveClaim(
                        row.number(),
                        row.integer(),
                        row.number(),
                        row.integer(),
                        row.number(),
                        row.number(),
                        row.flag(),
                        Claims.readFare(row),
                        Digest.ofBytes(row.bytes())));
    }

    /** The claim that a command names, if it is live or was when it was last seen. */
    Optional<LiveClaim> find(Settle command) {
        return Optional.ofNullable(known.get(command.work().value()))
                .filter(claim -> claim.fence() == command.fence().value());
    }
}
