// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A prepared statement whose parameters are given in order. Used by one thread at a time, and not from its own rows. */
public final class Prepared implements AutoCloseable {
    /** Sees one row after the other. */
    @FunctionalInterface
    public interface RowVisitor {
        void visit(Row row) throws SQLException;
    }

    private final PreparedStatement statement;
    private int parameter;

    Prepared(PreparedStatement statement) {
        this.statement = statement;
    }

    public Prepared number(long value) throws SQLException {
        statement.setLong(++parameter, value);
        return this;
    }

    public Prepared moment(Moment value) throws SQLException {
        return number(value.micros());
    }

    public Prepared flag(boolean value) throws SQLException {
        statement.setBoolean(++parameter, value);
        return this;
    }

    public Prepared text(String value) throws SQLException {
        statement.setString(++parameter, value);
        return this;
    }

    public Prepared bytes(byte[] value) throws SQLException {
        statement.setBytes(++parameter, value);
        return this;
    }

    public Prepared bytes(Optional<byte[]> value) throws SQLException {
        return value.isPresent() ? bytes(value.get()) : nothing(Types.BINARY);
    }

    public Prepared integer(int value) throws SQLException {
        statement.setInt(++parameter, value);
        return this;
    }

    /** An array, where the database has such: of numbers, texts, flags or byte arrays; boxed where an element may be null. */
    public Prepared array(Object value) throws SQLException {
        statement.setObject(++parameter, value);
        return this;
    }

    /** NULL of a type: a parameter that changes its type is prepared again. */
    private Prepared nothing(int type) throws SQLException {
        statement.setNull(++parameter, type);
        return this;
    }

    public Prepared text(Optional<String> value) throws SQLException {
        return value.isPresent() ? text(value.get()) : nothing(Types.VARCHAR);
    }

    /** NULL for the empty text. */
    public Prepared textIfAny(String value) throws SQLException {
        return value.isEmpty() ? nothing(Types.VARCHAR) : text(value);
    }

    public Prepared moment(Optional<Moment> value) throws SQLException {
        return value.isPresent() ? moment(value.get()) : nothing(Types.BIGINT);
    }

    public Prepared number(Optional<Long> value) throws SQLException {
        return value.isPresent() ? number(value.get().longValue()) : nothing(Types.BIGINT);
    }

    public Prepared number(OptionalLong value) throws SQLException {
        return value.isPresent() ? number(value.getAsLong()) : nothing(Types.BIGINT);
    }

    /** Executes a statement that changes rows. */
    public int update() throws SQLException {
        parameter = 0;
        return statement.executeUpdate();
    }

    /** Puts the parameters aside for {@link #updateAll}. */
    public void add() throws SQLException {
        parameter = 0;
        statement.addBatch();
    }

    /** Executes the statement for all parameters that were added, in order. */
    public int[] updateAll() throws SQLException {
        return statement.executeBatch();
    }

    public void each(RowVisitor visitor) throws SQLException {
        parameter = 0;
        try (ResultSet result = query()) {
            Row row = new Row(result);
            while (row.next()) {
                visitor.visit(row);
            }
        }
    }

    public <R> List<R> list(SqlFunction<Row, R> mapper) throws SQLException {
        List<R> rows = new ArrayList<>();
        each(row -> rows.add(mapper.apply(row)));
        return rows;
    }

    /** The first row; empty when there is none. */
    public <R> Optional<R> first(SqlFunction<Row, R> mapper) throws SQLException {
        parameter = 0;
        try (ResultSet result = query()) {
            Row row = new Row(result);
            return row.next() ? Optional.of(mapper.apply(row)) : Optional.empty();
        }
    }

    /** The first result: a text of several statements, of which the others tell nothing, has more. */
    private ResultSet query() throws SQLException {
        statement.execute();
        return statement.getResultSet();
    }

    /** Drops parameters that a failure left behind. */
    void reset() throws SQLException {
        parameter = 0;
        statement.clearBatch();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
