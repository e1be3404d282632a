// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.Submissions;
import java.sql.SQLException;

/** The rows that tell what was submitted and who has which idempotency key, written together. */
final class SubmissionRows {
    private static final String SUBMISSION = """
        INSERT INTO submission (
          seq, authority, key_until, id, id_given, idempotency_key, admitted_at, asks_first, options,
          media_type, payload)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;
    private static final String KEY = "INSERT INTO idempotency_key (pool, idempotency_key, seq) VALUES (?, ?, ?)";

    private final Session session;
    private final Prepared rows;

    SubmissionRows(Session session) throws SQLException {
        this.session = session;
        this.rows = session.sql.of(SUBMISSION);
    }

    void add(Unit unit, long pool, Moment keyUntil) throws SQLException {
        rows.number(unit.sequence()).number(session.authority).moment(keyUntil);
        Submissions.bind(rows, unit).add();
        Submission submitted = unit.submission();
        if (submitted.id().isPresent()) {
            session.sql
                    .of(KEY)
                    .number(pool)
                    .text(submitted.key().value())
                    .number(unit.sequence())
                    .update();
        }
    }

    void write() throws SQLException {
        rows.updateAll();
    }
}
