// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.Cancellation;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.Gate;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.OperationId;
import dev.holdfast.core.attempt.Origin;
import dev.holdfast.core.attempt.RuntimeState;
import dev.holdfast.core.attempt.Series;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.ledger.RowUnreadable;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** Columns of {@code attempt}, with those of its series and of {@link ProviderColumns}. */
final class AttemptColumns {
    static final String SELECT = """
        SELECT s.active, s.length, a.id, a.owner, a.ordinal, a.predecessor, a.retry_budget, a.request_key, a.instruction,
            a.created_at, a.bootstrap_until, a.version, a.settled, a.settled_at, a.settled_by, a.after_cancel, a.gate_open,
            a.generation, a.endpoint, a.incarnation, a.endpoint_at, a.ready_by, a.ready_at, a.fenced, a.last_completed,
            a.cancel_key, a.cancelled_at, a.cancel_reason, a.control, a.logged,\
        """ + " " + ProviderColumns.SELECT + """
         FROM $.attempt a
        LEFT JOIN $.attempt_series s ON {own s.} AND s.owner = a.owner
        LEFT JOIN $.attempt_provider p ON {own p.} AND p.attempt = a.id
        """;

    static final String INSERT = """
        INSERT INTO $.attempt ({authority}owner, ordinal, predecessor, retry_budget, request_key, created_at, bootstrap_until,
            instruction, version, settled, settled_at, settled_by, after_cancel, gate_open, generation, endpoint, incarnation,
            endpoint_at, ready_by, ready_at, fenced, last_completed, cancel_key, cancelled_at, cancel_reason, control, logged,
            due_at, id)
        VALUES ({its}?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING\
        """;

    static final String UPDATE = """
        UPDATE $.attempt SET version = ?, settled = ?, settled_at = ?, settled_by = ?, after_cancel = ?, gate_open = ?,
            generation = ?, endpoint = ?, incarnation = ?, endpoint_at = ?, ready_by = ?, ready_at = ?, fenced = ?,
            last_completed = ?, cancel_key = ?, cancelled_at = ?, cancel_reason = ?, control = ?, logged = ?, due_at = ?
        WHERE {own } AND id = ? AND version = ?\
        """;

    private AttemptColumns() {}

    private enum Name {
        NONE,
        REGISTERED,
        LOST
    }

    static Prepared bindNew(Prepared statement, Attempt attempt) throws SQLException {
        Origin origin = attempt.origin();
        statement
                .text(origin.owner().value())
                .integer(origin.ordinal())
                .text(origin.predecessor().map(AttemptId::value))
                .integer(origin.retryBudget())
                .text(origin.requestKey())
                .moment(origin.createdAt())
                .moment(origin.bootstrapUntil())
                .text(InstructionText.write(origin.instruction()));
        return bind(statement, attempt);
    }

    static Prepared bind(Prepared statement, Attempt attempt) throws SQLException {
        Optional<Settlement> settlement = attempt.settlement();
        statement
                .number(attempt.version())
                .text(settlement.map(by -> by.kind().name()))
                .moment(settlement.map(Settlement::at))
                .number(settlement.map(by -> OptionalLong.of(by.evidence())).orElse(OptionalLong.empty()))
                .flag(settlement.isPresent()
                        && settlement.get() instanceof Settlement.ByOutcome outcome
                        && outcome.afterCancel())
                .flag(attempt.gate() == Gate.OPEN);
        bind(statement, attempt.runtime());
        Optional<Cancellation> cancellation = attempt.cancellation();
        return statement
                .text(attempt.operations().lastCompleted().map(OperationId::value))
                .text(cancellation.map(Cancellation::requestKey))
                .moment(cancellation.map(Cancellation::at))
                .text(cancellation.flatMap(Cancellation::reason))
                .textIfAny(ControlText.write(attempt.control()))
                .integer(attempt.log().written())
                .moment(attempt.due())
                .text(attempt.id().value());
    }

    private static void bind(Prepared statement, RuntimeState runtime) throws SQLException {
        statement.number(runtime.generation());
        switch (runtime.endpoint()) {
            case RuntimeState.Endpoint.None none ->
                statement.text(Name.NONE.name()).textIfAny("").number(OptionalLong.empty());
            case RuntimeState.Endpoint.Registered registered ->
                statement
                        .text(Name.REGISTERED.name())
                        .text(registered.incarnation().value())
                        .moment(registered.until());
            case RuntimeState.Endpoint.Lost lost ->
                statement
                        .text(Name.LOST.name())
                        .text(lost.incarnation().value())
                        .moment(lost.at());
        }
        statement
                .text(runtime.ready().map(ready -> ready.probe().value()))
                .moment(runtime.ready().map(RuntimeState.Ready::at))
                .textIfAny(PairsText.write(runtime.fenced()));
    }

    /** @throws RowUnreadable when it cannot be read */
    static AttemptRow read(Row row) throws SQLException {
        Optional<AttemptId> active = row.optionalText().map(AttemptId::new);
        int length = row.integer();
        AttemptId id = new AttemptId(row.text());
        try {
            return read(row, id, active, length);
        } catch (RuntimeException e) { // whatever readers of texts throw
            throw new RowUnreadable("attempt '" + id + "'", e);
        }
    }

    private static AttemptRow read(Row row, AttemptId id, Optional<AttemptId> active, int length) throws SQLException {
        ExecutionOwnerId owner = new ExecutionOwnerId(row.text());
        Origin origin = new Origin(
                id,
                owner,
                row.integer(),
                row.optionalText().map(AttemptId::new),
                row.integer(),
                row.text(),
                InstructionText.read(row.text()),
                row.moment(),
                row.moment());
        long version = row.number();
        Optional<AttemptRow.Ending> ending = ending(row);
        Gate gate = row.flag() ? Gate.OPEN : Gate.CLOSED;
        RuntimeState runtime = runtime(row);
        Optional<OperationId> lastCompleted = row.optionalText().map(OperationId::new);
        Optional<Cancellation> cancellation = cancellation(row);
        return new AttemptRow(
                active.map(newest -> new Series(owner, newest, length)),
                origin,
                version,
                ending,
                gate,
                runtime,
                lastCompleted,
                cancellation,
                ControlText.read(row.text()),
                row.integer(),
                ProviderColumns.read(row));
    }

    private static Optional<AttemptRow.Ending> ending(Row row) throws SQLException {
        Optional<Settlement.Kind> kind = row.optionalText().map(Settlement.Kind::valueOf);
        Moment at = row.moment();
        int by = row.integer();
        boolean afterCancel = row.flag();
        return kind.map(known -> new AttemptRow.Ending(known, at, by, afterCancel));
    }

    private static RuntimeState runtime(Row row) throws SQLException {
        long generation = row.number();
        Name endpoint = Name.valueOf(row.text());
        Optional<IncarnationId> incarnation = row.optionalText().map(IncarnationId::new);
        Moment at = row.moment();
        Optional<OperationId> probe = row.optionalText().map(OperationId::new);
        Moment readyAt = row.moment();
        Optional<RuntimeState.Ready> ready = probe.map(by -> new RuntimeState.Ready(by, readyAt));
        return new RuntimeState(
                generation,
                switch (endpoint) {
                    case NONE -> new RuntimeState.Endpoint.None();
                    case REGISTERED -> new RuntimeState.Endpoint.Registered(incarnation.orElseThrow(), at, ready);
                    case LOST -> new RuntimeState.Endpoint.Lost(incarnation.orElseThrow(), at);
                },
                PairsText.readIncarnations(row.text()));
    }

    private static Optional<Cancellation> cancellation(Row row) throws SQLException {
        Optional<String> key = row.optionalText();
        Moment at = row.moment();
        Optional<String> reason = row.optionalText();
        return key.map(known -> new Cancellation(known, at, reason));
    }
}
