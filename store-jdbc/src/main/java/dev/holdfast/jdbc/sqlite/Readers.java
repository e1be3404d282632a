// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.jdbc.SqlFunction;
import dev.holdfast.jdbc.Verdict;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** A few connections for questions. Each question sees one moment of the ledger, and no writer waits for it. */
final class Readers implements AutoCloseable {
    private static final int MOST = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Connections connections;
    private final long authority;
    private final Semaphore permits = new Semaphore(MOST);
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    Readers(Connections connections, long authority) {
        this.connections = connections;
        this.authority = authority;
    }

    <R> R read(SqlFunction<Session, R> question) {
        return read(question, PATIENCE);
    }

    /** As {@link #read}, for a question whose answer is given away while it is read, so that it cannot be asked again. */
    <R> R readOnce(SqlFunction<Session, R> question) {
        return read(question, Duration.ZERO);
    }

    private <R> R read(SqlFunction<Session, R> question, Duration patience) {
        permits.acquireUninterruptibly();
        try {
            if (closed) {
                throw new LedgerUnavailable("the ledger is closed");
            }
            return readUntilAnswered(question, patience);
        } finally {
            permits.release();
        }
    }

    private <R> R readUntilAnswered(SqlFunction<Session, R> question, Duration patience) {
        long started = System.nanoTime();
        while (true) {
            try {
                return answer(question);
            } catch (SQLException e) {
                Verdict verdict = SqliteVerdicts.of(e, false);
                if (verdict != Verdict.NOT_APPLIED || System.nanoTime() - started >= patience.toNanos()) {
                    throw SqliteVerdicts.explain(connections.file().shown(), verdict, e);
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE.toNanos()));
            }
        }
    }

    private <R> R answer(SqlFunction<Session, R> question) throws SQLException {
        Session session = idle.pollFirst();
        if (session == null) {
            session = new Session(connections.reader(), authority);
        }
        boolean sound = false;
        try {
            session.sql.of("BEGIN").update();
            R answer = question.apply(session);
            session.sql.of("COMMIT").update();
            sound = true;
            return answer;
        } finally {
            if (sound) {
                idle.addFirst(session);
            } else {
                session.close();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        permits.acquireUninterruptibly(MOST);
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            try {
                session.close();
            } catch (SQLException e) {
                // nothing was written through it
            }
        }
        permits.release(MOST);
    }
}
