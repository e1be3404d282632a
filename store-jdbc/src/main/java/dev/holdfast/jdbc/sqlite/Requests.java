// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Claim requests that were answered with grants, and the newest one of each slot of a worker. */
final class Requests {
    /** Bounds the memory of a process that sees many requests between their claims and their settlements. */
    private static final int MAX_KNOWN = 20_000;

    /** The newest grants of a slot. */
    private record Slot(long pool, long worker, long first, long last) {}

    private static final String INSERT =
            "INSERT INTO claim_request (worker, slot, high, low, secret, claimed_at) VALUES (?, ?, ?, ?, ?, ?)";
    private static final String REMEMBER = """
        INSERT INTO slot (worker, number, authority, high, low, pool, first, last) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET
          high = excluded.high, low = excluded.low, pool = excluded.pool, first = excluded.first, last = excluded.last
        """;
    static final String FIND = """
        SELECT pool, worker, first, last FROM slot
        WHERE authority = ? AND high = ? AND low = ? AND number = ?\
        """;
    static final String LIVE = """
        SELECT seq FROM work
        WHERE pool = ? AND held_by = ? AND fence BETWEEN ? AND ? ORDER BY fence\
        """;

    private final Statements sql;
    private final long authority;
    private final Map<Long, Digest> secrets = new HashMap<>();

    Requests(Statements sql, long authority) {
        this.sql = sql;
        this.authority = authority;
    }

    void forget() {
        secrets.clear();
    }

    /** Writes what the claims of a request have in common; returns the store's number for it. */
    long insert(ClaimWork command, long worker, Moment now) throws SQLException {
        return insert(command.request(), command.secret().digest(), worker, now);
    }

    /** Writes what a claim, of whatever time, has in common with the others of its request. */
    long insert(Claim claim, long worker) throws SQLException {
        return insert(claim.request(), claim.secret(), worker, claim.claimedAt());
    }

    private long insert(RequestId request, Digest secret, long worker, Moment now) throws SQLException {
        sql.of(INSERT)
                .number(worker)
                .number(request.slot())
                .number(request.high())
                .number(request.low())
                .bytes(secret.bytes())
                .moment(now)
                .update();
        long id =
                sql.of("SELECT last_insert_rowid()").first(row -> row.number()).orElseThrow();
        know(id, secret);
        return id;
    }

    void remember(ClaimWork command, long worker, long pool, ClaimStep.FenceRange fences) throws SQLException {
        remember(command.request(), worker, pool, fences);
    }

    void restore(Captured.OfSlot slot, long worker, long pool) throws SQLException {
        remember(slot.request(), worker, pool, slot.fences());
    }

    private void remember(RequestId request, long worker, long pool, ClaimStep.FenceRange fences) throws SQLException {
        sql.of(REMEMBER)
                .number(worker)
                .number(request.slot())
                .number(authority)
                .number(request.high())
                .number(request.low())
                .number(pool)
                .number(fences.first().value())
                .number(fences.last().value())
                .update();
    }

    Optional<ClaimPage.Remembered> find(RequestId request, Session session) throws SQLException {
        Optional<Slot> found = sql.of(FIND)
                .number(authority)
                .number(request.high())
                .number(request.low())
                .number(request.slot())
                .first(row -> new Slot(row.number(), row.number(), row.number(), row.number()));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Slot slot = found.get();
        List<Long> live = sql.of(LIVE)
                .number(slot.pool())
                .number(slot.worker())
                .number(slot.first())
                .number(slot.last())
                .list(row -> row.number());
        return Optional.of(new ClaimPage.Remembered(
                session.pools.get(slot.pool()).pool().id(),
                session.workers.get(slot.worker()).worker().id(),
                new Fence(slot.first()),
                new Fence(slot.last()),
                session.units.get(live)));
    }

    /** When the claims of a request were granted. */
    Moment claimedAt(long id) throws SQLException {
        return sql.of("SELECT claimed_at FROM claim_request WHERE id = ?")
                .number(id)
                .first(row -> row.moment())
                .orElseThrow();
    }

    /** The digest of the secret that came with a request. */
    Digest secret(long id) throws SQLException {
        Digest secret = secrets.get(id);
        if (secret == null) {
            secret = sql.of("SELECT secret FROM claim_request WHERE id = ?")
                    .number(id)
                    .first(row -> Digest.ofBytes(row.bytes()))
                    .orElseThrow();
            know(id, secret);
        }
        return secret;
    }

    private void know(long id, Digest secret) {
        if (secrets.size() >= MAX_KNOWN) {
            secrets.clear();
        }
        secrets.put(id, secret);
    }
}
