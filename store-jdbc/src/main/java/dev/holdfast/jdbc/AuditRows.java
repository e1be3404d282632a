// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads and writes the audit: rows are added and read, never changed. */
public final class AuditRows {
    private static final String COLUMNS = "at, actor, reason, act, sort, subject, outcome";

    /** Behind the name of the table; {@link #add} gives the values. */
    public static final String INSERT = " (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)";

    /** As {@link #INSERT}, with another column before the others. */
    public static final String INSERT_OF_AUTHORITY = " (authority, " + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    /** Between SELECT and FROM. */
    public static final String SELECT = "id, " + COLUMNS;

    private AuditRows() {}

    /** Binds an entry behind what the caller has bound. */
    public static void add(Prepared insert, AuditEntry entry) throws SQLException {
        insert.moment(entry.at())
                .text(entry.actor())
                .text(entry.reason())
                .text(entry.act().name())
                .text(entry.subject().sort().name())
                .text(entry.subject().name())
                .text(entry.outcome())
                .update();
    }

    /** The conditions of a query, each behind an AND; {@link #bind} gives their values. */
    public static String conditions(Audit query) {
        StringBuilder text = new StringBuilder(" AND id < ?");
        query.actor().ifPresent(actor -> text.append(" AND actor = ?"));
        query.act().ifPresent(act -> text.append(" AND act = ?"));
        query.subject().ifPresent(subject -> text.append(" AND sort = ? AND subject = ?"));
        return text.append(" ORDER BY id DESC LIMIT ?").toString();
    }

    /** Binds the values of {@link #conditions} and reads a page. */
    public static Audit.Found find(Prepared select, Audit query) throws SQLException {
        select.number(query.before());
        bind(select, query.actor());
        bind(select, query.act().map(Enum::name));
        bind(select, query.subject().map(subject -> subject.sort().name()));
        bind(select, query.subject().map(AuditEntry.Subject::name));
        List<AuditEntry> found = select.integer(query.limit() + 1).list(AuditRows::read);
        return Audit.Found.page(found, query.limit());
    }

    private static void bind(Prepared select, Optional<String> value) throws SQLException {
        if (value.isPresent()) {
            select.text(value.get());
        }
    }

    /** Reads columns as {@link #SELECT} names them. */
    public static AuditEntry read(Row row) throws SQLException {
        long number = row.number();
        Moment at = row.moment();
        String actor = row.text();
        String reason = row.text();
        AuditEntry.Act act = AuditEntry.Act.valueOf(row.text());
        AuditEntry.Subject subject = new AuditEntry.Subject(AuditEntry.Subject.Sort.valueOf(row.text()), row.text());
        return new AuditEntry(number, at, actor, reason, act, subject, row.text());
    }
}
