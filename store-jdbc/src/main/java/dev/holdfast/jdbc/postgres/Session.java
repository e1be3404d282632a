// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** One transaction on one connection, and what this process knows of the ledger. Used by one thread. */
final class Session {
    final Statements sql;
    final Known known;
    private final OptionalLong given;
    private Optional<Moment> moment = Optional.empty();
    private final boolean joined;
    private boolean discarded;
    private final Connection connection;
    private boolean committing;
    private boolean alone;
    private boolean goesOn;
    private Optional<Wakes.Cause> makesClaimable = Optional.empty();

    /**
     * @param given the moment, where the ledger does not go by the server's clock
     * @param joined whether the transaction is a caller's, who commits it
     */
    Session(Connection connection, Known known, OptionalLong given, boolean joined) {
        this.connection = connection;
        this.joined = joined;
        this.sql = new Statements(connection, known::spell);
        this.known = known;
        this.given = given;
    }

    /** Whether the transaction is a caller's. */
    boolean isJoined() {
        return joined;
    }

    /** Nothing of this transaction is to be kept. */
    void discard() {
        discarded = true;
    }

    boolean isDiscarded() {
        return discarded;
    }

    /** A statement whose first parameter is {@link #given}. */
    Prepared timed(String text) throws SQLException {
        return sql.of(text).number(given);
    }

    /**
     * The last statement of this transaction: the commit travels with it and its answer comes back with it. One that is also
     * the first needs no transaction around it. On a caller's connection the commit is the caller's.
     */
    Prepared last(String text) throws SQLException {
        return last(text, "");
    }

    /** @param after a statement to run on its own after the commit */
    Prepared last(String text, String after) throws SQLException {
        if (joined) {
            return sql.of(text);
        }
        committing = true;
        goesOn = !after.isEmpty();
        if (sql.isFresh() && !goesOn) {
            alone = true;
            connection.setAutoCommit(true);
            return sql.of(text);
        }
        return sql.of(text + "; COMMIT" + (after.isEmpty() ? "" : "; " + after));
    }

    /** As {@link #last(String)}, with {@link #given} as the first parameter. */
    Prepared timedLast(String text) throws SQLException {
        return last(text).number(given);
    }

    /** Whether the one statement of this transaction is a transaction by itself. */
    boolean isAlone() {
        return alone;
    }

    /** Whether something is done after the commit, so that a failure does not say that the commit failed. */
    boolean isGoingOn() {
        return goesOn;
    }

    /** Whether a commit may have been sent. */
    boolean isCommitting() {
        return committing;
    }

    void commits() {
        committing = true;
    }

    /** After this transaction work may be claimable that was not. */
    void makesClaimable(Wakes.Cause cause) {
        if (makesClaimable.isEmpty() || cause == Wakes.Cause.WORK) {
            makesClaimable = Optional.of(cause);
        }
    }

    Optional<Wakes.Cause> makesClaimable() {
        return makesClaimable;
    }

    /** The moment of this transaction; read once, so read it after the locks are held. */
    Moment now() throws SQLException {
        if (moment.isEmpty()) {
            moment = timed("SELECT $.now_v1(?)").first(row -> row.moment());
        }
        return moment.orElseThrow();
    }

    Optional<Integer> poolNumber(PoolId pool) throws SQLException {
        return known.pools.number(this, pool);
    }
}
