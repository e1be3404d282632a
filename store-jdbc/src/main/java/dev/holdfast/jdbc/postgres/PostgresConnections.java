// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A pool of connections for who has a JDBC URL and no pool of their own: {@value #MOST} at most, those that are idle for
 * a minute are closed. The first connection is made when it is first asked for, and what the server says against it is
 * said at once; later, a server that does not answer is waited for {@value #PATIENCE_MILLIS} ms at a time.
 *
 * <p>Thread-safe.
 */
public final class PostgresConnections implements AutoCloseable {
    private static final int MOST = 10;
    private static final int PATIENCE_MILLIS = 5_000;
    private static final long IDLE_MILLIS = Duration.ofMinutes(1).toMillis();

    private final DataSource direct;
    private Optional<HikariDataSource> pool = Optional.empty();
    private boolean closed;

    private PostgresConnections(DataSource direct) {
        this.direct = direct;
    }

    /**
     * Makes no connection yet. User and password come from the URL, else from PGUSER and PGPASSWORD, else, as the driver
     * does it, from the system's user and the password file.
     */
    public static PostgresConnections of(PostgresUrl url) {
        return new PostgresConnections(url.dataSource(System.getenv()));
    }

    /** A ledger over connections of its own, which it closes with itself. Throws as {@link PostgresLedger#open} does. */
    public static PostgresLedger open(PostgresUrl url, PostgresOptions options) {
        PostgresConnections connections = of(url);
        try {
            return PostgresLedger.open(connections.source(), options, connections::close);
        } catch (RuntimeException | Error e) {
            connections.close();
            throw e;
        }
    }

    /** Its connections are borrowed: closing one gives it back. */
    public DataSource source() {
        return new PlainSource(this::borrow);
    }

    private Connection borrow() throws SQLException {
        try {
            return pool().getConnection();
        } catch (HikariPool.PoolInitializationException e) {
            throw said(e, e);
        } catch (SQLException e) {
            throw said(e, e);
        }
    }

    private synchronized HikariDataSource pool() throws SQLException {
        if (closed) {
            throw new SQLException("the connections are closed", "08003");
        }
        if (pool.isEmpty()) {
            pool = Optional.of(new HikariDataSource(settings()));
        }
        return pool.get();
    }

    private HikariConfig settings() {
        HikariConfig settings = new HikariConfig();
        settings.setPoolName("holdfast");
        settings.setDataSource(direct);
        settings.setMaximumPoolSize(MOST);
        settings.setMinimumIdle(0);
        settings.setIdleTimeout(IDLE_MILLIS);
        settings.setConnectionTimeout(PATIENCE_MILLIS);
        settings.setInitializationFailTimeout(1); // one try, whose failure is told
        return settings;
    }

    /** What the driver said of the connection, if that is known, rather than that none came. */
    private static SQLException said(Exception failure, Throwable shown) {
        Throwable cause = shown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
            if (cause instanceof SQLException said && said.getSQLState() != null) {
                return new SQLException(said.getMessage(), said.getSQLState(), failure);
            }
        }
        return failure instanceof SQLException own ? own : new SQLException(failure.getMessage(), "08001", failure);
    }

    @Override
    public synchronized void close() {
        closed = true;
        pool.ifPresent(HikariDataSource::close);
    }
}
