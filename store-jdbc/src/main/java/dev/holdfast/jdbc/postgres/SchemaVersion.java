// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Optional;

/**
 * Major and minor number of a schema. A minor step only adds, so that programs of both releases work side by side; a
 * program works with its own major number and its own minor number or a higher one.
 */
record SchemaVersion(int major, int minor) implements Comparable<SchemaVersion> {
    /** From the name of a migration: {@code V1.2__views.sql}. */
    static SchemaVersion ofFile(String name) {
        String[] numbers = name.substring(1, name.indexOf("__")).split("\\.", -1);
        return new SchemaVersion(Integer.parseInt(numbers[0]), numbers.length == 1 ? 0 : Integer.parseInt(numbers[1]));
    }

    /** Empty where the schema holds no ledger. */
    static Optional<SchemaVersion> read(Statements sql, String schema) throws SQLException {
        boolean exists = sql.of("SELECT to_regclass(?) IS NOT NULL")
                .text(schema + ".schema_version")
                .first(row -> row.flag())
                .orElse(false);
        return exists
                ? sql.of("SELECT major, minor FROM $.schema_version ORDER BY major DESC, minor DESC LIMIT 1")
                        .first(row -> new SchemaVersion(row.integer(), row.integer()))
                : Optional.empty();
    }

    /** Fails unless this program works with what the schema holds. */
    static void check(Statements sql, String schema) throws SQLException {
        SchemaVersion newest = PostgresSchema.NEWEST;
        SchemaVersion found = read(sql, schema)
                .orElseThrow(() -> new LedgerBroken(
                        "schema " + schema + " holds no ledger; run 'holdfast migrate' once to make one"));
        if (found.major() > newest.major()) {
            throw new LedgerBroken("schema " + schema + " was made by a newer Holdfast (" + found
                    + "; this program works with " + newest + "); use that one");
        }
        if (found.compareTo(newest) < 0) {
            throw new LedgerBroken("schema " + schema + " is of an older Holdfast (" + found + "; this program needs "
                    + newest + "); run 'holdfast migrate', programs of the older release go on working");
        }
    }

    @Override
    public int compareTo(SchemaVersion other) {
        return Comparator.comparingInt(SchemaVersion::major)
                .thenComparingInt(SchemaVersion::minor)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
