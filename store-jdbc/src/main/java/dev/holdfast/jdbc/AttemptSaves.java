// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptChanges;
import dev.holdfast.core.attempt.EvidenceLog;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.LateOutcome;
import dev.holdfast.core.attempt.Operation;
import dev.holdfast.core.attempt.Origin;
import dev.holdfast.core.attempt.OutcomeText;
import dev.holdfast.core.attempt.Series;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.Stage;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes what a decision about attempts changed, and nothing else: the row of each attempt by its version, then only those
 * rows beside it that are other ones now. What was decided on is what is stored, because the version says so.
 */
public final class AttemptSaves {
    /** The state of a transaction that has to be decided again. */
    private static final String MOVED = "40001";

    private static final String INSERT_SERIES = """
        INSERT INTO $.attempt_series ({authority}active, length, owner) VALUES ({its}?, ?, ?) ON CONFLICT DO NOTHING\
        """;
    private static final String UPDATE_SERIES =
            "UPDATE $.attempt_series SET active = ?, length = ? WHERE {own } AND owner = ? AND length = ?";
    private static final String INSERT_EVIDENCE = """
        INSERT INTO $.attempt_evidence ({authority}attempt, number, at, what, generation, source, summary, observed_at, code)
        VALUES ({its}?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;
    private static final String DELETE_EVIDENCE =
            "DELETE FROM $.attempt_evidence WHERE {own } AND attempt = ? AND number = ?";
    private static final String INSERT_OUTCOME = """
        INSERT INTO $.attempt_outcome ({authority}attempt, number, at, content, digest) VALUES ({its}?, ?, ?, ?, ?)\
        """;

    private final Statements statements;
    private final AttemptSql sql;

    public AttemptSaves(Statements statements, AttemptSql sql) {
        this.statements = statements;
        this.sql = sql;
    }

    private Prepared of(String template) throws SQLException {
        return statements.of(sql.spell(template));
    }

    /**
     * In the order of ids, so that two batches about the same attempts wait for each other one after the other.
     *
     * @throws SQLException of the state of a lost race when something is not as it was decided on
     */
    public void save(AttemptChanges changes) throws SQLException {
        List<AttemptChanges.OfSeries> longer = changes.series().stream()
                .sorted(Comparator.comparing(change -> change.after().owner().value()))
                .toList();
        for (AttemptChanges.OfSeries change : longer) {
            save(change);
        }
        List<AttemptChanges.OfAttempt> changed = changes.attempts().stream()
                .sorted(Comparator.comparing(change -> change.after().id()))
                .toList();
        for (AttemptChanges.OfAttempt change : changed) {
            save(change);
        }
    }

    private void save(AttemptChanges.OfSeries change) throws SQLException {
        Series after = change.after();
        Prepared statement = of(change.before().isEmpty() ? INSERT_SERIES : UPDATE_SERIES)
                .text(after.active().value())
                .integer(after.length())
                .text(after.owner().value());
        if (change.before().isPresent()) {
            statement.integer(change.before().get().length());
        }
        hold(statement);
    }

    private void save(AttemptChanges.OfAttempt change) throws SQLException {
        Optional<Attempt> before = change.before();
        if (before.isEmpty()) {
            insert(change.after());
            return;
        }
        hold(AttemptColumns.bind(of(AttemptColumns.UPDATE), change.after())
                .number(before.get().version()));
        saveBesides(Optional.of(before.get()), change.after());
    }

    /** An attempt as it stands, behind the one before it. */
    public void restore(Attempt attempt) throws SQLException {
        Origin origin = attempt.origin();
        Optional<Series> before =
                origin.predecessor().map(predecessor -> new Series(origin.owner(), predecessor, origin.ordinal() - 1));
        save(new AttemptChanges.OfSeries(before, new Series(origin.owner(), origin.id(), origin.ordinal())));
        insert(attempt);
    }

    private void insert(Attempt attempt) throws SQLException {
        hold(AttemptColumns.bindNew(of(AttemptColumns.INSERT), attempt));
        saveBesides(Optional.empty(), attempt);
    }

    private static void hold(Prepared statement) throws SQLException {
        if (statement.update() == 0) {
            throw new SQLException("an attempt moved meanwhile", MOVED);
        }
    }

    private void saveBesides(Optional<Attempt> before, Attempt after) throws SQLException {
        saveProvider(before, after);
        saveOperations(
                before.map(each -> each.operations().all()).orElse(List.of()),
                after.operations().all(),
                after);
        saveEvidence(before.map(Attempt::log).orElse(new EvidenceLog(List.of(), 0)), after.log(), after);
        saveOutcomes(before, after);
    }

    /** Whether something is owed depends on the settlement, which is not the provider's. */
    private void saveProvider(Optional<Attempt> before, Attempt after) throws SQLException {
        Optional<Stage> stage = before.map(Attempt::stage);
        boolean asBefore = stage.equals(Optional.of(after.stage()))
                && before.map(Attempt::isOpen).equals(Optional.of(after.isOpen()));
        if (asBefore || !(after.stage() instanceof Stage.Provided provided)) {
            return;
        }
        if (stage.isPresent() && stage.get() instanceof Stage.Provided) {
            hold(ProviderColumns.bind(of(ProviderColumns.UPDATE), after, provided));
        } else {
            hold(ProviderColumns.bindNew(of(ProviderColumns.INSERT), after, provided));
        }
    }

    /** What changes comes before what is new: one may be active only when the other no longer is. */
    private void saveOperations(List<Operation> before, List<Operation> after, Attempt attempt) throws SQLException {
        for (int number = 0; number < before.size(); number++) {
            Operation changed = after.get(number);
            if (!changed.equals(before.get(number))) {
                hold(AttemptParts.bind(of(AttemptParts.UPDATE_OPERATION), changed)
                        .text(attempt.id().value())
                        .integer(number));
            }
        }
        for (int number = before.size(); number < after.size(); number++) {
            hold(AttemptParts.bindNew(of(AttemptParts.INSERT_OPERATION), after.get(number))
                    .text(attempt.id().value())
                    .integer(number));
        }
    }

    private void saveEvidence(EvidenceLog before, EvidenceLog after, Attempt attempt) throws SQLException {
        if (before.written() == after.written()) {
            return;
        }
        Set<Integer> kept = new HashSet<>();
        for (EvidenceLog.Entry entry : after.entries()) {
            kept.add(entry.number());
            if (entry.number() > before.written()) {
                insert(entry, attempt);
            }
        }
        for (EvidenceLog.Entry entry : before.entries()) {
            if (!kept.contains(entry.number())) {
                hold(of(DELETE_EVIDENCE).text(attempt.id().value()).integer(entry.number()));
            }
        }
    }

    private void insert(EvidenceLog.Entry entry, Attempt attempt) throws SQLException {
        Optional<EvidenceNote> note = entry.note();
        hold(of(INSERT_EVIDENCE)
                .text(attempt.id().value())
                .integer(entry.number())
                .moment(entry.at())
                .text(entry.what().name())
                .number(entry.generation())
                .text(note.map(EvidenceNote::source))
                .text(note.map(EvidenceNote::summary))
                .text(note.map(EvidenceNote::observedAt))
                .text(note.flatMap(EvidenceNote::code)));
    }

    private void saveOutcomes(Optional<Attempt> before, Attempt after) throws SQLException {
        if (before.flatMap(Attempt::outcome).isEmpty()) {
            Optional<OutcomeText> accepted = after.outcome();
            if (accepted.isPresent()) {
                Moment at = after.settlement().map(Settlement::at).orElseThrow();
                insert(accepted.get(), 0, at, after);
            }
        }
        List<LateOutcome> late = after.late();
        for (int known = before.map(each -> each.late().size()).orElse(0); known < late.size(); known++) {
            insert(late.get(known).outcome(), known + 1, late.get(known).at(), after);
        }
    }

    private void insert(OutcomeText text, int number, Moment at, Attempt attempt) throws SQLException {
        hold(of(INSERT_OUTCOME)
                .text(attempt.id().value())
                .integer(number)
                .moment(at)
                .text(text.text())
                .bytes(text.canonical().bytes()));
    }
}
