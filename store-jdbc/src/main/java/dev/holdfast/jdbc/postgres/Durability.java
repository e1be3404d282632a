// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Warns where an answered command would not survive a crash of the server; once for each server in a process. */
final class Durability {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.postgres");
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private static final String OFF = """
        SELECT s.name FROM pg_settings s
        WHERE s.name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND s.setting = 'off' ORDER BY s.name\
        """;

    private Durability() {}

    /** The names of the settings that are off and should not be. */
    static List<String> off(Session session) throws SQLException {
        return session.sql.of(OFF).list(row -> row.text());
    }

    static void warn(Session session) throws SQLException {
        List<String> off = off(session);
        String server = session.sql
                .of("SELECT system_identifier::text FROM pg_control_system()")
                .first(row -> row.text())
                .orElse("");
        if (!off.isEmpty() && WARNED.add(server)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} is off for this server, database or role: a crash of the server may forget commands that were"
                            + " answered; switch it on",
                    String.join(", ", off));
        }
    }
}
