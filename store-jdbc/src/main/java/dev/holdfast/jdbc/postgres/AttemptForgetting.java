// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.sql.SQLException;
import java.util.List;

/**
 * Forgets the attempts of owners of whom nothing is open any more: all are closed and were settled before a moment. The series
 * goes first, by its length: a successor that comes meanwhile finds it gone, or is there and keeps it.
 */
final class AttemptForgetting {
    /** Owners in a transaction. */
    private static final int PAGE = 100;

    private static final String SERIES = """
        DELETE FROM $.attempt_series d USING (
            SELECT s.owner, s.length FROM $.attempt a JOIN $.attempt_series s ON s.active = a.id
            WHERE a.settled_at < ? AND NOT EXISTS (
                SELECT FROM $.attempt x LEFT JOIN $.attempt_provider p ON p.attempt = x.id
                WHERE x.owner = s.owner AND (x.settled_at IS NULL OR x.settled_at >= ? OR p.is_open))
            ORDER BY s.owner LIMIT\
        """ + " " + PAGE + """
        ) g WHERE d.owner = g.owner AND d.length = g.length RETURNING d.owner\
        """;

    private static final String ATTEMPTS = "DELETE FROM $.attempt WHERE owner = ANY (?) RETURNING id";

    private static final List<String> PARTS = List.of(
            "DELETE FROM $.attempt_provider WHERE attempt = ANY (?)",
            "DELETE FROM $.attempt_operation WHERE attempt = ANY (?)",
            "DELETE FROM $.attempt_evidence WHERE attempt = ANY (?)",
            "DELETE FROM $.attempt_outcome WHERE attempt = ANY (?)");

    private AttemptForgetting() {}

    /** One page; returns how many attempts went. */
    static long before(Session session, long micros) throws SQLException {
        List<String> owners =
                session.sql.of(SERIES).number(micros).number(micros).list(row -> row.text());
        if (owners.isEmpty()) {
            return 0;
        }
        String[] attempts =
                session.sql.of(ATTEMPTS).array(owners.toArray(String[]::new)).list(row -> row.text()).stream()
                        .toArray(String[]::new);
        for (String part : PARTS) {
            session.sql.of(part).array(attempts).update();
        }
        return attempts.length;
    }
}
