// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.AttemptsAsk;
import dev.holdfast.core.attempt.AttemptsPage;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.Series;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.RowUnreadable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads attempts: one statement finds them, and one all that has rows of its own. The two see the same moment only in a
 * transaction that does.
 */
public final class AttemptRows {
    /** Attempts at once: of the largest ones some 30 MB. */
    private static final int PAGE = 25;

    /** What {@link AttemptsAsk} names, and the active attempts of the owners of all of it. */
    static final String ASKED = """
        WITH asked AS (
            SELECT x.id, x.owner FROM $.attempt x WHERE {own x.} AND x.id {listed}
            UNION
            SELECT x.id, x.owner FROM {pairs}
            JOIN $.attempt x ON {own x.} AND x.owner = r.owner AND x.request_key = r.request_key
        ), wanted AS (
            SELECT q.id FROM asked q
            UNION
            SELECT x.active FROM $.attempt_series x WHERE {own x.} AND x.owner {listed}
            UNION
            SELECT x.active FROM asked q {inside} $.attempt_series x ON {own x.} AND x.owner = q.owner
        )
        """ + AttemptColumns.SELECT + "WHERE {own a.} AND a.id IN (SELECT w.id FROM wanted w)";

    static final String FIND = AttemptColumns.SELECT + "WHERE {own a.} AND a.id = ?";
    static final String OF_OWNER = AttemptColumns.SELECT + "WHERE {own a.} AND a.owner = ? ORDER BY a.ordinal";
    static final String SOME = AttemptColumns.SELECT + "WHERE {own a.} AND a.id {listed}";
    static final String DUE =
            "SELECT a.id FROM $.attempt a WHERE {own a.} AND a.due_at <= ? ORDER BY a.due_at, a.id LIMIT ?";

    /** Behind another attempt in the order of owners and ordinals, which is that of a captured ledger. */
    static final String NEXT = AttemptColumns.SELECT
            + "WHERE {own a.} AND (a.owner, a.ordinal) > (?, ?) ORDER BY a.owner, a.ordinal LIMIT " + PAGE;

    static final String OPEN = """
        SELECT p.due_at, p.created_at, p.attempt FROM $.attempt_provider p
        WHERE {own p.} AND p.is_open AND p.due_at <= ? AND (p.held_until IS NULL OR p.held_until <= ?)
            AND (p.due_at, p.created_at, p.attempt) > (?, ?, ?)
        ORDER BY p.due_at, p.created_at, p.attempt LIMIT ?\
        """;

    private static final OpenAttempts.Cursor NOWHERE =
            new OpenAttempts.Cursor(new Moment(Long.MIN_VALUE), new Moment(Long.MIN_VALUE), new AttemptId("!"));

    private final Statements statements;
    private final AttemptSql sql;

    public AttemptRows(Statements statements, AttemptSql sql) {
        this.statements = statements;
        this.sql = sql;
    }

    Prepared of(String template) throws SQLException {
        return statements.of(sql.spell(template));
    }

    public AttemptsPage page(AttemptsAsk ask, Moment now) throws SQLException {
        Prepared statement = of(ASKED);
        sql.list(statement, ask.attempts().stream().map(AttemptId::value).toList());
        List<AttemptsAsk.Request> requests = List.copyOf(ask.requests());
        sql.list(statement, requests.stream().map(each -> each.owner().value()).toList());
        sql.list(statement, requests.stream().map(AttemptsAsk.Request::key).toList());
        sql.list(statement, ask.owners().stream().map(ExecutionOwnerId::value).toList());
        Map<AttemptId, Attempt> attempts = new LinkedHashMap<>();
        Map<ExecutionOwnerId, Series> series = new LinkedHashMap<>();
        Map<AttemptsAsk.Request, AttemptId> known = new LinkedHashMap<>();
        for (Found each : whole(statement)) {
            Attempt attempt = each.attempt();
            attempts.put(attempt.id(), attempt);
            series.put(attempt.owner(), each.series());
            AttemptsAsk.Request request =
                    new AttemptsAsk.Request(attempt.owner(), attempt.origin().requestKey());
            if (ask.requests().contains(request)) {
                known.put(request, attempt.id());
            }
        }
        return new AttemptsPage(now, attempts, series, known);
    }

    public Optional<ShowAttempt.Shown> find(AttemptId attempt) throws SQLException {
        return whole(of(FIND).text(attempt.value())).stream()
                .findFirst()
                .map(found -> new ShowAttempt.Shown(
                        found.attempt(), found.series().active().equals(attempt)));
    }

    public List<Attempt> of(ExecutionOwnerId owner) throws SQLException {
        return attempts(of(OF_OWNER).text(owner.value()));
    }

    public OpenAttempts.Found open(OpenAttempts query, Moment now) throws SQLException {
        OpenAttempts.Cursor after = query.after().orElse(NOWHERE);
        List<OpenAttempts.Cursor> found = of(OPEN).moment(now)
                .moment(now)
                .moment(after.dueAt())
                .moment(after.createdAt())
                .text(after.id().value())
                .integer(query.limit() + 1)
                .list(row -> new OpenAttempts.Cursor(row.moment(), row.moment(), new AttemptId(row.text())));
        List<OpenAttempts.Cursor> page = found.stream().limit(query.limit()).toList();
        return new OpenAttempts.Found(
                readable(page.stream().map(each -> each.id().value()).toList()),
                found.size() > page.size() ? Optional.of(page.getLast()) : Optional.empty());
    }

    public List<Attempt> due(DueAttempts query, Moment now) throws SQLException {
        return readable(of(DUE).moment(now).integer(query.limit()).list(row -> row.text()));
    }

    /** Those that can be read, in this order: one that cannot stops no other. */
    private List<Attempt> readable(List<String> ids) throws SQLException {
        Map<String, Attempt> found = new HashMap<>();
        ReadableRows.of(ids, some -> attempts(sql.list(of(SOME), some)))
                .forEach(attempt -> found.put(attempt.id().value(), attempt));
        return ids.stream()
                .flatMap(id -> Optional.ofNullable(found.get(id)).stream())
                .toList();
    }

    /** Takes attempts one by one. */
    @FunctionalInterface
    public interface Visitor {
        void visit(Attempt attempt) throws SQLException;
    }

    /** All attempts, those of an owner one behind the other. */
    public void each(Visitor visitor) throws SQLException {
        List<Attempt> page = next(Optional.empty());
        while (!page.isEmpty()) {
            for (Attempt attempt : page) {
                visitor.visit(attempt);
            }
            page = next(Optional.of(page.getLast()));
        }
    }

    public boolean isEmpty() throws SQLException {
        return of("SELECT 1 FROM $.attempt WHERE {own } LIMIT 1")
                .first(row -> row.integer())
                .isEmpty();
    }

    private List<Attempt> next(Optional<Attempt> after) throws SQLException {
        String owner = after.map(each -> each.owner().value()).orElse("");
        OptionalInt ordinal =
                after.map(each -> OptionalInt.of(each.origin().ordinal())).orElse(OptionalInt.empty());
        return attempts(of(NEXT).text(owner).integer(ordinal.orElse(0)));
    }

    private record Found(Attempt attempt, Series series) {}

    private List<Attempt> attempts(Prepared statement) throws SQLException {
        return whole(statement).stream().map(Found::attempt).toList();
    }

    private List<Found> whole(Prepared statement) throws SQLException {
        List<AttemptRow> rows = statement.list(AttemptColumns::read);
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> ids = rows.stream().map(row -> row.origin().id().value()).toList();
        Map<String, AttemptParts> parts = new HashMap<>();
        Prepared select = of(AttemptParts.SELECT);
        for (int table = 0; table < AttemptParts.TABLES; table++) {
            sql.list(select, ids);
        }
        select.each(row -> read(row, parts));
        List<Found> found = new ArrayList<>(rows.size());
        for (AttemptRow row : rows) {
            found.add(found(row, parts));
        }
        return found;
    }

    private static void read(Row row, Map<String, AttemptParts> parts) throws SQLException {
        String id = row.text();
        try {
            parts.computeIfAbsent(id, any -> new AttemptParts()).read(row);
        } catch (RuntimeException e) { // whatever readers of texts throw
            throw unreadable(id, e);
        }
    }

    private static Found found(AttemptRow row, Map<String, AttemptParts> parts) {
        String id = row.origin().id().value();
        try {
            return new Found(
                    row.with(parts.getOrDefault(id, new AttemptParts())),
                    row.series().orElseThrow(() -> new IllegalStateException("it has no series")));
        } catch (RuntimeException e) {
            throw unreadable(id, e);
        }
    }

    private static RowUnreadable unreadable(String id, RuntimeException reason) {
        return new RowUnreadable("attempt '" + id + "'", reason);
    }
}
