// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Tells other processes that work may be claimable, and hears it from them. A hint, nothing more: whoever hears nothing
 * polls. Two threads of its own: one listens, on a connection that it keeps; one tells, in short transactions apart from
 * those that made work claimable, because a notification within a commit makes all such commits queue up behind one lock.
 * However many commits there are, they are told at most every few milliseconds; those that only gave capacity back, which
 * matters to others only where it is short, less often still.
 */
final class Notifications implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final long BETWEEN_TELLINGS_MILLIS = 2;
    private static final long BETWEEN_RELEASES_MILLIS = 50;
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final Database database;
    private final Wakes wakes;
    private final String channel;
    private final String sender = UUID.randomUUID().toString();
    private final Semaphore toTell = new Semaphore(0);
    private final Semaphore closing = new Semaphore(0);
    private volatile boolean released;
    private final Thread listener;
    private final Thread teller;

    Notifications(Database database, Wakes wakes) {
        this.database = database;
        this.wakes = wakes;
        this.channel = "holdfast_" + database.options().schema();
        this.listener = Thread.ofPlatform().daemon().name("holdfast-listener").unstarted(this::listenUntilClosed);
        this.teller = Thread.ofPlatform().daemon().name("holdfast-teller").unstarted(this::tellUntilClosed);
    }

    Notifications start() {
        wakes.onOwnWake(this::tellSoon);
        listener.start();
        teller.start();
        return this;
    }

    private void tellSoon(Wakes.Cause cause) {
        switch (cause) {
            case WORK -> toTell.release();
            case CAPACITY -> released = true;
        }
    }

    private boolean isClosed() {
        return closing.availablePermits() > 0;
    }

    private void listenUntilClosed() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!isClosed()) {
            try (Connection connection = database.connect()) {
                listen(connection);
                pause = FIRST_PAUSE_MILLIS;
            } catch (SQLException e) {
                wakes.listening(false);
                pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
                sleep(pause);
            }
        }
        wakes.listening(false);
    }

    private void listen(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
            wakes.listening(true);
            PGConnection postgres = connection.unwrap(PGConnection.class);
            while (!isClosed()) {
                boolean fromOthers = false;
                for (PGNotification each : postgres.getNotifications((int) LOOK.toMillis())) {
                    fromOthers |= !each.getParameter().equals(sender);
                }
                if (fromOthers) {
                    wakes.heard();
                }
            }
            statement.execute("UNLISTEN " + channel);
        }
    }

    private void tellUntilClosed() {
        while (!isClosed()) {
            try {
                boolean work = toTell.tryAcquire(BETWEEN_RELEASES_MILLIS, TimeUnit.MILLISECONDS);
                toTell.drainPermits();
                if ((work || released) && !isClosed()) {
                    released = false;
                    tell();
                    sleep(BETWEEN_TELLINGS_MILLIS);
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void tell() {
        try (Connection connection = database.connect();
                var statement = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
            connection.setAutoCommit(true);
            statement.setString(1, channel);
            statement.setString(2, sender);
            statement.execute();
        } catch (SQLException e) {
            // Nobody hears of it; whoever could claim the work finds it when it polls.
            sleep(FIRST_PAUSE_MILLIS);
        }
    }

    private void sleep(long millis) {
        try {
            if (closing.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
                closing.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends both threads; waits for the listener to give its connection back. */
    @Override
    public void close() {
        closing.release();
        toTell.release();
        boolean interrupted = false;
        for (Thread each : new Thread[] {listener, teller}) {
            while (each.isAlive()) {
                try {
                    each.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
