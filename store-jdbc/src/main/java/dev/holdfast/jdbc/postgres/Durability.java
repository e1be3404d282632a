// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.sql.SQLException;

/** Warns where an answered command would not survive a crash of the server. */
final class Durability {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.postgres");

    private Durability() {}

    static void warn(Session session, String schema) throws SQLException {
        session.sql
                .of("""
                    SELECT name, setting FROM pg_settings
                    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off' ORDER BY name\
                    """)
                .each(row -> LOG.log(
                        System.Logger.Level.WARNING,
                        "the ledger in schema {0} is not durable: {1} is {2}; a crash of the server may forget"
                            + " commands that were answered. Switch it on for the server, the database and the role.",
                        schema,
                        row.text(),
                        row.text()));
    }
}
