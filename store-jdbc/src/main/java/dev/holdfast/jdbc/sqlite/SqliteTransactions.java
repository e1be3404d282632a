// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.jdbc.Statements;
import dev.holdfast.jdbc.Transactions;
import dev.holdfast.jdbc.Verdict;
import java.sql.SQLException;
import java.util.Optional;

/** The writer's connection: one transaction at a time, under SQLite's write lock from its first statement on. */
final class SqliteTransactions implements Transactions<Session> {
    private final Connections connections;
    private final long authority;
    private Optional<Session> current = Optional.empty();
    private boolean inTransaction;

    SqliteTransactions(Connections connections, long authority) {
        this.connections = connections;
        this.authority = authority;
    }

    @Override
    public Session begin() throws SQLException {
        connections.check();
        if (current.isEmpty()) {
            current = Optional.of(new Session(connections.writer(), authority));
        }
        run("BEGIN IMMEDIATE");
        inTransaction = true;
        return session();
    }

    @Override
    public void mark() throws SQLException {
        run("SAVEPOINT one");
    }

    @Override
    public void keep() throws SQLException {
        run("RELEASE one");
    }

    @Override
    public void undo() throws SQLException {
        run("ROLLBACK TO one");
        run("RELEASE one");
        session().forget();
    }

    @Override
    public void commit() throws SQLException {
        session().publishChanges();
        run("COMMIT");
        inTransaction = false;
    }

    @Override
    public void rollback() {
        if (current.isEmpty()) {
            return;
        }
        try {
            session().forget();
            if (inTransaction) {
                run("ROLLBACK");
            }
        } catch (SQLException e) {
            drop(); // after some failures SQLite has given up the transaction by itself; a new connection is sure to
            // have none
        }
        inTransaction = false;
    }

    private void drop() {
        current.ifPresent(session -> {
            try {
                session.close();
            } catch (SQLException e) {
                // what cannot be closed is not used again either
            }
        });
        current = Optional.empty();
    }

    @Override
    public Verdict verdict(SQLException failure, boolean committing) {
        return SqliteVerdicts.of(failure, committing);
    }

    @Override
    public LedgerException explain(Verdict verdict, SQLException failure) {
        return SqliteVerdicts.explain(connections.file().shown(), verdict, failure);
    }

    @Override
    public void close() {
        drop();
    }

    private Session session() {
        return current.orElseThrow();
    }

    private void run(String command) throws SQLException {
        Statements sql = session().sql;
        sql.of(command).update();
    }
}
