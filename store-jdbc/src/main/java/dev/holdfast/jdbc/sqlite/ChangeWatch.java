// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Looks at the number that every commit raises which may have made work claimable, whichever process made it. SQLite's
 * own {@code data_version} would also move with heartbeats and with claims that found nothing, so that idle workers of
 * two processes would wake each other for ever. On a connection of its own, a look is one step of a prepared statement.
 */
final class ChangeWatch implements AutoCloseable {
    private final Connections connections;
    private final long authority;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Session> session = Optional.empty();
    private long seen;

    ChangeWatch(Connections connections, long authority) {
        this.connections = connections;
        this.authority = authority;
    }

    /** A number that may also move without a reason: it does when the file cannot be read. */
    long changes() {
        lock.lock();
        try {
            if (session.isEmpty()) {
                session = Optional.of(new Session(connections.reader(), authority));
            }
            seen = session.get().accounts.changes();
            return seen;
        } catch (SQLException e) {
            drop();
            return ++seen;
        } finally {
            lock.unlock();
        }
    }

    private void drop() {
        if (session.isPresent()) {
            try {
                session.get().close();
            } catch (SQLException e) {
                // nothing was written through it
            }
            session = Optional.empty();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            drop();
        } finally {
            lock.unlock();
        }
    }
}
