// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.jdbc.SqlFunction;
import dev.holdfast.jdbc.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * Runs transactions.
 *
 * <p><b>A transaction may be run more than once.</b> One that was not applied is tried again. One whose commit got no
 * answer may have been applied; it is sent again as well, and that is right because of what is sent: every call of a shelf
 * decides on what is stored, and a command that is already in it gets the answer of a repeated command. A submission finds
 * its key, a claim its request, a settlement its fence. Only when no answer comes within the patience is the caller told
 * that the outcome is unknown.
 *
 * <p>No state stays on a connection, so that a pooler may give every transaction another one. Thread-safe.
 */
final class Database {
    /** So long a client that was cut off may hold locks, and so long somebody waits for them. */
    private static final String LIMITS =
            "SET LOCAL idle_in_transaction_session_timeout = '5s'; SET LOCAL lock_timeout = '5s'";

    private static final String READ = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

    private static final long FIRST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 200_000_000;

    private final DataSource source;
    private final PostgresOptions options;
    private final Known known;
    private final Wakes wakes;
    private volatile boolean recognised;
    private volatile String identity = "";

    Database(DataSource source, PostgresOptions options, Wakes wakes) {
        this.wakes = wakes;
        this.source = source;
        this.options = options;
        this.known = new Known(options.schema());
    }

    String name() {
        return "the ledger in schema " + options.schema();
    }

    Known known() {
        return known;
    }

    DataSource source() {
        return source;
    }

    PostgresOptions options() {
        return options;
    }

    /** The next transaction first finds out whether commits may have been lost. */
    void mayHaveLostCommits() {
        recognised = false;
    }

    void wake() {
        wakes.wake(Wakes.Cause.WORK);
    }

    /** What tells this ledger from all others, also from another one of its name; read once. */
    String identity() {
        String known = identity;
        if (known.isEmpty()) {
            known = read(session -> session.sql
                    .of("SELECT identity::text FROM $.authority")
                    .first(row -> row.text())
                    .orElseThrow());
            identity = known;
        }
        return known;
    }

    /** A transaction of one call, which sets its time limits itself. */
    <R> R write(SqlFunction<Session, R> work) {
        return run(work, "");
    }

    /** As {@link #write}, but it is not repeated: what fails may have been applied. */
    <R> R writeOnce(SqlFunction<Session, R> work) throws SQLException {
        try {
            return new Attempt<>(work, "").run();
        } catch (SQLException e) {
            noteDisconnect(e);
            throw e;
        }
    }

    private void noteDisconnect(SQLException failure) {
        if (PostgresVerdicts.isDisconnect(failure)) {
            recognised = false;
        }
    }

    /** A transaction of several steps. */
    <R> R writeInSteps(SqlFunction<Session, R> work) {
        return run(work, LIMITS);
    }

    /** Sees one moment of the ledger, and changes nothing. */
    <R> R read(SqlFunction<Session, R> work) {
        return run(work, READ);
    }

    /** As {@link #read}, for what is given away while it is read, so that it cannot be read again. */
    <R> R readOnce(SqlFunction<Session, R> work) {
        Attempt<R> attempt = new Attempt<>(work, READ);
        try {
            return attempt.run();
        } catch (SQLException e) {
            noteDisconnect(e);
            throw PostgresVerdicts.explain(name(), attempt.verdict(e), e);
        }
    }

    /** Sees one moment of the ledger; what it changes must not have moved since, or it is decided again. */
    <R> R writeWhatWasSeen(SqlFunction<Session, R> work) {
        return run(work, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; " + LIMITS);
    }

    private <R> R run(SqlFunction<Session, R> work, String first) {
        long started = System.nanoTime();
        boolean inDoubt = false;
        for (long pause = FIRST_PAUSE_NANOS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS)) {
            Attempt<R> attempt = new Attempt<>(work, first);
            try {
                return attempt.run();
            } catch (SQLException e) {
                Verdict verdict = attempt.verdict(e);
                noteDisconnect(e);
                inDoubt |= verdict == Verdict.UNKNOWN;
                boolean again = verdict == Verdict.NOT_APPLIED || verdict == Verdict.UNKNOWN || inDoubt;
                if (!again || System.nanoTime() - started > options.patience().toNanos()) {
                    throw PostgresVerdicts.explain(name(), inDoubt ? Verdict.UNKNOWN : verdict, e);
                }
            }
            LockSupport.parkNanos(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
        }
    }

    private final class Attempt<R> {
        private final SqlFunction<Session, R> work;
        private final String first;
        private Optional<Session> session = Optional.empty();

        Attempt(SqlFunction<Session, R> work, String first) {
            this.work = work;
            this.first = first;
        }

        Verdict verdict(SQLException failure) {
            boolean committing = session.filter(Session::isCommitting).isPresent();
            Verdict verdict = PostgresVerdicts.of(failure, committing);
            boolean mayBeApplied = session.filter(Session::isGoingOn).isPresent();
            return verdict == Verdict.NOT_APPLIED && mayBeApplied ? Verdict.UNKNOWN : verdict;
        }

        R run() throws SQLException {
            R answer;
            Session running;
            try (Connection connection = connect()) {
                if (!recognised) {
                    recognise(connection);
                }
                running = new Session(connection, known, given(), false);
                session = Optional.of(running);
                try {
                    answer = work(connection, running);
                } catch (SQLException | RuntimeException | Error e) {
                    if (!running.isAlone()) {
                        rollback(connection, e);
                    }
                    throw e;
                }
            }
            running.makesClaimable().ifPresent(wakes::wake);
            return answer;
        }

        private R work(Connection connection, Session running) throws SQLException {
            if (!first.isEmpty()) {
                running.sql.of(first).update();
            }
            R answer = work.apply(running);
            if (running.isAlone()) {
                return answer;
            }
            if (running.isDiscarded()) {
                connection.rollback();
            } else {
                running.commits();
                connection.commit(); // does nothing when the last statement has taken the commit along
            }
            return answer;
        }
    }

    private void recognise(Connection connection) throws SQLException {
        try {
            if (new Recognition(new Session(connection, known, OptionalLong.empty(), false), options).run()) {
                known.forget();
            }
            connection.commit();
            recognised = true;
        } catch (SQLException | LedgerException e) {
            rollback(connection, e);
            throw e;
        }
    }

    Connection connect() throws SQLException {
        Connection connection = source.getConnection();
        try {
            connection.setAutoCommit(false);
            PGConnection postgres = connection.unwrap(PGConnection.class);
            // Zero means that something between here and the server cannot bear prepared statements.
            if (postgres.getPrepareThreshold() > 1) {
                postgres.setPrepareThreshold(1);
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    OptionalLong given() {
        return options.clock().isPresent()
                ? OptionalLong.of(options.clock().get().now().micros())
                : OptionalLong.empty();
    }

    private static void rollback(Connection connection, Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e); // the connection is gone, and the server rolls back by itself
        }
    }
}
