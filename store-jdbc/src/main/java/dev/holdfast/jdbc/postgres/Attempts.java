// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.AttemptSave;
import dev.holdfast.core.attempt.AttemptsAsk;
import dev.holdfast.core.attempt.AttemptsPage;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.AttemptShelf;
import dev.holdfast.jdbc.AttemptRows;
import dev.holdfast.jdbc.AttemptSaves;
import dev.holdfast.jdbc.AttemptSql;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The attempts in a schema. Nothing is locked: what moved since the page was read has the rule asked again. */
final class Attempts implements AttemptShelf {
    private final Database database;

    Attempts(Database database) {
        this.database = database;
    }

    static AttemptRows rows(Session session) {
        return new AttemptRows(session.sql, AttemptSql.IN_SCHEMA);
    }

    static AttemptSaves saves(Session session) {
        return new AttemptSaves(session.sql, AttemptSql.IN_SCHEMA);
    }

    @Override
    public <R> R decide(AttemptsAsk ask, Function<AttemptsPage, AttemptSave<R>> rule) {
        return database.writeWhatWasSeen(session -> {
            AttemptSave<R> save = rule.apply(rows(session).page(ask, session.now()));
            saves(session).save(save.changes());
            return save.answer();
        });
    }

    @Override
    public Optional<ShowAttempt.Shown> find(AttemptId attempt) {
        return database.read(session -> rows(session).find(attempt));
    }

    @Override
    public List<Attempt> of(ExecutionOwnerId owner) {
        return database.read(session -> rows(session).of(owner));
    }

    @Override
    public OpenAttempts.Found open(OpenAttempts query) {
        return database.read(session -> rows(session).open(query, session.now()));
    }

    @Override
    public List<Attempt> due(DueAttempts query) {
        return database.read(session -> rows(session).due(query, session.now()));
    }
}
