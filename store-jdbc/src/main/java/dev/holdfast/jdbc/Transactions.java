// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.ledger.LedgerException;
import java.sql.SQLException;

/**
 * How a store begins and ends the transactions of a {@link GroupCommit}. Called by its writer thread only.
 *
 * @param <S> what a transaction works on
 */
public interface Transactions<S> extends AutoCloseable {
    /** Begins a transaction that holds the store's write lock, on a new connection where the old one was dropped. */
    S begin() throws SQLException;

    /** Marks the place to which {@link #undo} goes back. */
    void mark() throws SQLException;

    /** Keeps what was done since the mark. */
    void keep() throws SQLException;

    /** Takes back what was done since the mark. */
    void undo() throws SQLException;

    void commit() throws SQLException;

    /** Gives up the transaction, whatever state it is in; drops the connection where that is not possible. */
    void rollback();

    /** @param committing whether the failure came from {@link #commit} */
    Verdict verdict(SQLException failure, boolean committing);

    /** The exception for callers; for every verdict but {@link Verdict#DONE}. */
    LedgerException explain(Verdict verdict, SQLException failure);

    @Override
    void close();
}
