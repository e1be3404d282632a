// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a PostgreSQL for tests listens, and what a test may ask of it. Data sources open a connection per call; pools are
 * the caller's.
 *
 * <p>Thread-safe.
 *
 * @param password empty when the server asks for none
 */
public record PostgresServer(String host, int port, String database, String user, String password) {
    /** An environment variable with the JDBC URL of a server that is there already; its user may create schemas. */
    public static final String URL_VARIABLE = "HOLDFAST_TEST_JDBC_URL";

    /**
     * The server that all tests of this JVM share: the one that {@link #URL_VARIABLE} names, else one that is started by
     * the first call, does not wait for the disk, and ends with the JVM, however that ends.
     *
     * @throws IllegalStateException when it does not start; the message has the end of its log
     */
    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    /** A server of the test's own, to be stopped, killed and closed by it. Never the one of {@link #URL_VARIABLE}. */
    public static DedicatedServer dedicated(ServerSettings settings) {
        return DedicatedServer.start(settings);
    }

    private static final class Shared {
        static final PostgresServer SERVER = Optional.ofNullable(System.getenv(URL_VARIABLE))
                .map(PostgresServer::at)
                .orElseGet(() -> DedicatedServer.start(ServerSettings.FAST).server());
    }

    /** The server of a URL such as {@code jdbc:postgresql://host:5432/database?user=me&password=secret}. */
    public static PostgresServer at(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url);
        return new PostgresServer(
                source.getServerNames()[0],
                source.getPortNumbers()[0] == 0 ? 5432 : source.getPortNumbers()[0],
                Optional.ofNullable(source.getDatabaseName()).orElse("postgres"),
                Optional.ofNullable(source.getUser()).orElse("postgres"),
                Optional.ofNullable(source.getPassword()).orElse(""));
    }

    /** This database as seen through a proxy or a pool on another address. */
    public PostgresServer behind(String otherHost, int otherPort) {
        return new PostgresServer(otherHost, otherPort, database, user, password);
    }

    /** Connections to the database with its own search path. */
    public PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {host});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        source.setUser(user);
        if (!password.isEmpty()) {
            source.setPassword(password);
        }
        return source;
    }

    /** Connections whose search path is one schema, which need not exist. */
    public PGSimpleDataSource dataSource(String schema) {
        PGSimpleDataSource source = dataSource();
        source.setCurrentSchema(schema);
        return source;
    }

    /**
     * A new, empty schema: what a test that wants to be alone works in. Its name is
     * {@link PGSimpleDataSource#getCurrentSchema()}. Whoever lives longer than its server drops it by {@link #dropSchema}.
     */
    public PGSimpleDataSource freshSchema() {
        String name = freshName();
        execute("CREATE SCHEMA " + name);
        return dataSource(name);
    }

    /** The name of a schema that does not exist: a lower-case letter, then letters and digits. */
    public static String freshName() {
        return "t" + UUID.randomUUID().toString().replace("-", "");
    }

    /** Drops a schema and all that is in it, if it is there. */
    public void dropSchema(String name) {
        execute("DROP SCHEMA IF EXISTS \"" + name.replace("\"", "\"\"") + "\" CASCADE");
    }

    /**
     * Ends all other connections to the database whose application name is this one, as an operator or a failing server
     * would.
     *
     * @return how many there were
     */
    public int terminateBackends(String application) {
        return terminate(Optional.of(application));
    }

    /** Ends all other connections of clients to the database, those of other tests included. */
    public int terminateBackends() {
        return terminate(Optional.empty());
    }

    private int terminate(Optional<String> application) {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement query = connection.prepareStatement("""
                    SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
                      AND (?::text IS NULL OR application_name = ?)\
                    """)) {
            query.setString(1, application.orElse(null));
            query.setString(2, application.orElse(null));
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("cannot end connections: " + e.getMessage(), e);
        }
    }

    private void execute(String sql) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + database;
    }
}
