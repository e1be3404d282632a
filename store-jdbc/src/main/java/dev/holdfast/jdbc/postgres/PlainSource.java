// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source that gives connections and can do nothing else. */
record PlainSource(Source source) implements DataSource {
    /** Where the connections come from. */
    @FunctionalInterface
    interface Source {
        Connection connection() throws SQLException;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return source.connection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("user and password are those of the URL");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException("it does not log");
    }

    @Override
    public void setLogWriter(PrintWriter writer) throws SQLException {
        throw new SQLFeatureNotSupportedException("it does not log");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("the time limit is fixed");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("it does not log");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("is no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
