// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.EvidenceLog;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.Happened;
import dev.holdfast.core.attempt.LateOutcome;
import dev.holdfast.core.attempt.Operation;
import dev.holdfast.core.attempt.OperationId;
import dev.holdfast.core.attempt.OperationKind;
import dev.holdfast.core.attempt.OutcomeText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an attempt has rows of its own for: operations, evidence and outcomes. All are read by one statement, in order. */
final class AttemptParts {
    /** Whose, of what sort, and columns that mean something else for each sort. */
    static final String SELECT = """
        SELECT attempt, 0, number, admitted_at, CAST(NULL AS bytea), id, kind, admission_key, state, prepared, generation, until,
            state_at, lost_by, resumable
        FROM $.attempt_operation WHERE {own } AND attempt {listed}
        UNION ALL
        SELECT attempt, 1, number, at, NULL, what, source, summary, observed_at, code, generation, NULL, NULL, NULL, NULL
        FROM $.attempt_evidence WHERE {own } AND attempt {listed}
        UNION ALL
        SELECT attempt, 2, number, at, digest, content, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM $.attempt_outcome WHERE {own } AND attempt {listed}
        ORDER BY 1, 2, 3\
        """;

    /** How many lists {@link #SELECT} wants. */
    static final int TABLES = 3;

    static final String INSERT_OPERATION = """
        INSERT INTO $.attempt_operation ({authority}id, kind, admission_key, admitted_at, resumable, generation, until, state,
            state_at, lost_by, prepared, attempt, number)
        VALUES ({its}?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;

    static final String UPDATE_OPERATION = """
        UPDATE $.attempt_operation SET generation = ?, until = ?, state = ?, state_at = ?, lost_by = ?, prepared = ?
        WHERE {own } AND attempt = ? AND number = ?\
        """;

    private enum State {
        ACTIVE,
        COMPLETED,
        PREPARED,
        LOST,
        RECLAIMED
    }

    private final List<Operation> operations = new ArrayList<>();
    private final List<EvidenceLog.Entry> evidence = new ArrayList<>();
    private Optional<OutcomeText> outcome = Optional.empty();
    private final List<LateOutcome> late = new ArrayList<>();

    List<Operation> operations() {
        return operations;
    }

    List<EvidenceLog.Entry> evidence() {
        return evidence;
    }

    Optional<OutcomeText> outcome() {
        return outcome;
    }

    List<LateOutcome> late() {
        return late;
    }

    /** Reads a row of {@link #SELECT} behind its first column. */
    void read(Row row) throws SQLException {
        int sort = row.integer();
        int number = row.integer();
        Moment at = row.moment();
        byte[] digest = row.bytes();
        if (sort == 0) {
            operations.add(operation(row, at));
        } else if (sort == 1) {
            evidence.add(entry(row, number, at));
        } else {
            read(new OutcomeText(row.text(), Digest.ofBytes(digest)), number, at);
        }
    }

    private void read(OutcomeText text, int number, Moment at) {
        if (number == 0) {
            outcome = Optional.of(text);
        } else {
            late.add(new LateOutcome(at, text));
        }
    }

    private static Operation operation(Row row, Moment admittedAt) throws SQLException {
        OperationId id = new OperationId(row.text());
        OperationKind kind = new OperationKind(row.text());
        String key = row.text();
        State state = State.valueOf(row.text());
        String prepared = row.text();
        long generation = row.number();
        Optional<Moment> until = row.optionalMoment();
        Moment at = row.moment();
        int lostBy = row.integer();
        boolean resumable = row.flag();
        return new Operation(
                id,
                kind,
                key,
                generation,
                admittedAt,
                until,
                resumable,
                switch (state) {
                    case ACTIVE -> new Operation.State.Active();
                    case COMPLETED -> new Operation.State.Completed(at);
                    case PREPARED -> new Operation.State.Prepared(at, PairsText.readPreparation(prepared));
                    case LOST -> new Operation.State.Lost(at, lostBy);
                    case RECLAIMED -> new Operation.State.Reclaimed(at);
                });
    }

    private static EvidenceLog.Entry entry(Row row, int number, Moment at) throws SQLException {
        Happened what = Happened.valueOf(row.text());
        Optional<String> source = row.optionalText();
        String summary = row.text();
        String observedAt = row.text();
        Optional<String> code = row.optionalText();
        long generation = row.number();
        return new EvidenceLog.Entry(
                number, at, what, generation, source.map(known -> new EvidenceNote(known, summary, observedAt, code)));
    }

    static Prepared bindNew(Prepared statement, Operation operation) throws SQLException {
        statement
                .text(operation.id().value())
                .text(operation.kind().value())
                .text(operation.key())
                .moment(operation.admittedAt())
                .flag(operation.resumable());
        return bind(statement, operation);
    }

    /** All but the attempt and the number. */
    static Prepared bind(Prepared statement, Operation operation) throws SQLException {
        statement.number(operation.generation()).moment(operation.until());
        return switch (operation.state()) {
            case Operation.State.Active active -> bind(statement, State.ACTIVE, Optional.empty(), Optional.empty(), "");
            case Operation.State.Completed done ->
                bind(statement, State.COMPLETED, Optional.of(done.at()), Optional.empty(), "");
            case Operation.State.Prepared done ->
                bind(
                        statement,
                        State.PREPARED,
                        Optional.of(done.at()),
                        Optional.empty(),
                        PairsText.write(done.result()));
            case Operation.State.Lost lost ->
                bind(statement, State.LOST, Optional.of(lost.at()), Optional.of((long) lost.evidence()), "");
            case Operation.State.Reclaimed gone ->
                bind(statement, State.RECLAIMED, Optional.of(gone.at()), Optional.empty(), "");
        };
    }

    private static Prepared bind(
            Prepared statement, State state, Optional<Moment> at, Optional<Long> lostBy, String prepared)
            throws SQLException {
        return statement.text(state.name()).moment(at).number(lostBy).textIfAny(prepared);
    }
}
