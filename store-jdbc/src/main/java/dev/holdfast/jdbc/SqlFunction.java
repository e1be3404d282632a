// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import java.sql.SQLException;

/** A step that may fail with a database error. */
@FunctionalInterface
public interface SqlFunction<A, R> {
    R apply(A argument) throws SQLException;
}
