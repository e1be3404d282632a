// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The current row of a result; each call reads the next column, so that code lists columns in the order of its SELECT. */
public final class Row {
    private final ResultSet result;
    private int column;

    Row(ResultSet result) {
        this.result = result;
    }

    boolean next() throws SQLException {
        column = 0;
        return result.next();
    }

    /** Zero for NULL. */
    public long number() throws SQLException {
        return result.getLong(++column);
    }

    public int integer() throws SQLException {
        return result.getInt(++column);
    }

    public boolean flag() throws SQLException {
        return result.getBoolean(++column);
    }

    public Moment moment() throws SQLException {
        return new Moment(number());
    }

    /** The empty text for NULL. */
    public String text() throws SQLException {
        String text = result.getString(++column);
        return text == null ? "" : text;
    }

    public byte[] bytes() throws SQLException {
        byte[] bytes = result.getBytes(++column);
        return bytes == null ? new byte[0] : bytes;
    }

    public Optional<String> optionalText() throws SQLException {
        return Optional.ofNullable(result.getString(++column));
    }

    public Optional<Moment> optionalMoment() throws SQLException {
        long micros = number();
        return micros == 0 && result.wasNull() ? Optional.empty() : Optional.of(new Moment(micros));
    }

    public OptionalLong optionalNumber() throws SQLException {
        long value = number();
        return value == 0 && result.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** Empty for NULL. */
    public long[] numbers() throws SQLException {
        return array(Long[].class)
                .map(values -> Stream.of(values).mapToLong(Long::longValue).toArray())
                .orElseGet(() -> new long[0]);
    }

    /** Empty for NULL. */
    public int[] integers() throws SQLException {
        return array(Integer[].class)
                .map(values -> Stream.of(values).mapToInt(Integer::intValue).toArray())
                .orElseGet(() -> new int[0]);
    }

    /** Empty for NULL; elements may be null. */
    public Long[] boxedNumbers() throws SQLException {
        return array(Long[].class).orElseGet(() -> new Long[0]);
    }

    /** Empty for NULL. */
    public String[] texts() throws SQLException {
        return array(String[].class).orElseGet(() -> new String[0]);
    }

    /** Empty for NULL. */
    public Boolean[] flags() throws SQLException {
        return array(Boolean[].class).orElseGet(() -> new Boolean[0]);
    }

    private <T> Optional<T> array(Class<T> type) throws SQLException {
        Array array = result.getArray(++column);
        return array == null ? Optional.empty() : Optional.of(type.cast(array.getArray()));
    }
}
