// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** The PostgreSQL database that is measured, by its JDBC URL with user and password in it. Thread-safe. */
public record Database(String url) {
    public static Database of(Arguments arguments) {
        return new Database(arguments.text("url", ""));
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /** A pool that is full from the start, so that no measurement waits for connections. */
    public HikariDataSource pool(int size) {
        return pool(size, "");
    }

    /** @param parameters more of the URL, such as {@code currentSchema=one&x=y} */
    public HikariDataSource pool(int size, String parameters) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(with(parameters).url);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(size);
        return new HikariDataSource(config);
    }

    public Database with(String parameters) {
        return parameters.isEmpty() ? this : new Database(url + (url.contains("?") ? "&" : "?") + parameters);
    }

    /** Host, port, name, user and password, for programs that want them one by one; an empty text for none. */
    public String part(Property property) throws SQLException {
        for (DriverPropertyInfo info : DriverManager.getDriver(url).getPropertyInfo(url, new Properties())) {
            if (info.name.equals(property.name) && info.value != null) {
                return info.value;
            }
        }
        return "";
    }

    /** What {@link #part} takes from the URL. */
    public enum Property {
        HOST("PGHOST"),
        PORT("PGPORT"),
        NAME("PGDBNAME"),
        USER("user"),
        PASSWORD("password");

        private final String name;

        Property(String name) {
            this.name = name;
        }
    }

    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public long number(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    public String text(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** After loading: statistics, no dead rows, and the checkpoint's writing behind us. */
    public void settleDown() throws SQLException {
        execute("VACUUM (ANALYZE)", "CHECKPOINT");
    }

    /** Bytes of write-ahead log since the cluster was made. */
    public long walPosition() throws SQLException {
        return number("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint");
    }
}
