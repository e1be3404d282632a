// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Fence;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Finds out whether the ledger is the one that is meant, and whether this server may have lost commits that were
 * acknowledged: it is another one (a restored dump), it went on from another history (a promoted standby, a recovery to a
 * point in time), or its unlogged row is gone (a crash, a restored backup). Then the epoch rises, so that every fence from
 * now on is larger than every fence before, known or forgotten.
 */
final class Recognition {
    private record Stored(String name, int epoch, String system, String timeline, boolean unbroken) {}

    private static final String FIND = """
        SELECT a.name, a.epoch, a.system_identifier, a.timeline, EXISTS (
            SELECT FROM $.incarnation i WHERE i.relation = i.tableoid)
        FROM $.authority a\
        """;

    private final Session session;
    private final PostgresOptions options;

    Recognition(Session session, PostgresOptions options) {
        this.session = session;
        this.options = options;
    }

    /** Whether commits may have been lost since the last time. */
    boolean run() throws SQLException {
        SchemaVersion.check(session.sql, options.schema());
        checkIsolation();
        if (isStandby()) {
            throw new LedgerUnavailable("the ledger in schema " + options.schema()
                    + " is on a standby that can only be read; connect to the primary");
        }
        String system = text("SELECT system_identifier::text FROM pg_control_system()");
        String timeline = text("SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)");
        // Locked first and read afterwards: whoever waited here sees what the one before has found out.
        session.sql.of("SELECT epoch FROM $.authority FOR UPDATE").list(row -> row.integer());
        Optional<Stored> stored = session.sql
                .of(FIND)
                .first(row -> new Stored(row.text(), row.integer(), row.text(), row.text(), row.flag()));
        if (stored.isEmpty()) {
            session.sql
                    .of("INSERT INTO $.authority (name, epoch, system_identifier, timeline) VALUES (?, 1, ?, ?)")
                    .text(options.authority().value())
                    .text(system)
                    .text(timeline)
                    .update();
            incarnate();
            return false;
        }
        Stored known = stored.get();
        if (!known.name().equals(options.authority().value())) {
            throw new LedgerBroken("schema " + options.schema() + " holds the ledger '" + known.name() + "', not '"
                    + options.authority() + "'; name another schema");
        }
        boolean same = known.unbroken()
                && known.system().equals(system)
                && known.timeline().equals(timeline);
        if (!same) {
            raise(known, system, timeline);
        }
        return !same;
    }

    private void raise(Stored known, String system, String timeline) throws SQLException {
        if (known.epoch() == Fence.MAX_EPOCH) {
            throw new LedgerBroken("the ledger in schema " + options.schema()
                    + " was restored too often: its fences are used up; start a new ledger");
        }
        session.sql
                .of("UPDATE $.authority SET epoch = epoch + 1, system_identifier = ?, timeline = ?")
                .text(system)
                .text(timeline)
                .update();
        // Marks hold transaction numbers, which on another server mean nothing: from the beginning, then.
        session.sql.of("UPDATE $.pool_log SET mark = '1:1:'").update();
        incarnate();
    }

    /** The row names its own table: one that came with a dump is of another one. */
    private void incarnate() throws SQLException {
        session.sql.of("DELETE FROM $.incarnation").update();
        session.sql
                .of("INSERT INTO $.incarnation SELECT epoch, '$.incarnation'::regclass::oid FROM $.authority")
                .update();
    }

    /** Claims read what others committed while they waited for a lock. */
    private void checkIsolation() throws SQLException {
        String isolation = text("SELECT current_setting('transaction_isolation')");
        if (!isolation.equals("read committed")) {
            throw new LedgerUnavailable("the ledger in schema " + options.schema()
                    + " needs transactions that are 'read committed', not '" + isolation
                    + "'; set default_transaction_isolation so for this role, database or pool of connections");
        }
    }

    private boolean isStandby() throws SQLException {
        return session.sql
                .of("SELECT pg_is_in_recovery()")
                .first(row -> row.flag())
                .orElse(false);
    }

    private String text(String query) throws SQLException {
        return session.sql.of(query).first(row -> row.text()).orElse("");
    }
}
