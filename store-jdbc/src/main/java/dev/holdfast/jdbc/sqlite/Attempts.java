// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

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
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.jdbc.AttemptRows;
import dev.holdfast.jdbc.AttemptSaves;
import dev.holdfast.jdbc.AttemptSql;
import dev.holdfast.jdbc.GroupCommit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The attempts of an authority. Nothing moves under a decision: the writer is alone. */
final class Attempts implements AttemptShelf {
    private final GroupCommit<Session> writer;
    private final Readers readers;
    private final LedgerClock clock;

    Attempts(GroupCommit<Session> writer, Readers readers, LedgerClock clock) {
        this.writer = writer;
        this.readers = readers;
        this.clock = clock;
    }

    static AttemptRows rows(Session session) {
        return new AttemptRows(session.sql, AttemptSql.ofAuthority(session.authority));
    }

    static AttemptSaves saves(Session session) {
        return new AttemptSaves(session.sql, AttemptSql.ofAuthority(session.authority));
    }

    @Override
    public <R> R decide(AttemptsAsk ask, Function<AttemptsPage, AttemptSave<R>> rule) {
        return writer.write(session -> {
            AttemptSave<R> save = rule.apply(rows(session).page(ask, clock.now()));
            saves(session).save(save.changes());
            return save.answer();
        });
    }

    @Override
    public Optional<ShowAttempt.Shown> find(AttemptId attempt) {
        return readers.read(session -> rows(session).find(attempt));
    }

    @Override
    public List<Attempt> of(ExecutionOwnerId owner) {
        return readers.read(session -> rows(session).of(owner));
    }

    @Override
    public OpenAttempts.Found open(OpenAttempts query) {
        return readers.read(session -> rows(session).open(query, clock.now()));
    }

    @Override
    public List<Attempt> due(DueAttempts query) {
        return readers.read(session -> rows(session).due(query, clock.now()));
    }
}
