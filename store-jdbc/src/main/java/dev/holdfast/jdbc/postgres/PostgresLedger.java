// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Engine;
import dev.holdfast.core.ledger.ForwardingLedger;
import java.sql.Connection;
import javax.sql.DataSource;

/**
 * A ledger in PostgreSQL 14 to 18, for any number of processes on any number of machines.
 *
 * <p>The schema has to be there: {@code holdfast migrate} or {@link PostgresSchema#migrate} makes it. Every command is one
 * transaction on a connection that is borrowed for it, so the data source should be a pool; nothing stays on a connection
 * in between, so that a pooler in transaction mode may stand before the server (one that cannot bear prepared statements
 * needs {@code prepareThreshold=0} in the URL). Durability is the server's: with {@code synchronous_commit} off, an
 * answered command may be forgotten by a crash of the server, and opening the ledger warns of that.
 *
 * <p>Thread-safe.
 */
public final class PostgresLedger extends ForwardingLedger {
    private final Database database;
    private final Runnable afterClose;

    private PostgresLedger(Engine engine, Database database, Runnable afterClose) {
        super(engine);
        this.database = database;
        this.afterClose = afterClose;
    }

    /**
     * Opens a ledger. The data source stays the caller's, who closes it after the ledger.
     *
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the database cannot be reached or used
     * @throws dev.holdfast.core.ledger.LedgerBroken when the schema holds no ledger of this program
     */
    public static PostgresLedger open(DataSource source, PostgresOptions options) {
        return open(source, options, () -> {});
    }

    /** @param afterClose closes what belongs to the ledger */
    static PostgresLedger open(DataSource source, PostgresOptions options, Runnable afterClose) {
        Wakes wakes = new Wakes(System::nanoTime);
        Database database = new Database(source, options, wakes);
        database.read(session -> {
            Durability.warn(session);
            return 0;
        });
        Runnable onClose = options.notifications() ? new Notifications(database, wakes).start()::close : () -> {};
        return new PostgresLedger(new Engine(new PostgresShelf(database, wakes, onClose)), database, afterClose);
    }

    /**
     * Takes part in a caller's transaction: what is submitted or settled through it happens with that transaction's commit
     * or not at all. The connection has to lead to this ledger's database and must not be in auto-commit mode.
     */
    public JoinedTransaction join(Connection connection) {
        return new JoinedTransaction(database, connection);
    }

    /**
     * Whether a claim was settled as succeeded: for callers whose own commit got no answer. Waits for a transaction that
     * still holds the unit, so that what it says stays true.
     */
    public boolean isSettled(WorkId work, Fence fence) {
        return database.write(session -> SettledCheck.isSettled(session, work, fence));
    }

    /** As {@link #open(DataSource, PostgresOptions)} with {@link PostgresOptions#DEFAULT}. */
    public static PostgresLedger open(DataSource source) {
        return open(source, PostgresOptions.DEFAULT);
    }

    @Override
    public void close() {
        try {
            super.close();
        } finally {
            afterClose.run();
        }
    }
}
