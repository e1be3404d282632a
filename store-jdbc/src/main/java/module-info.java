// SPDX-License-Identifier: Apache-2.0
/** The ledger in a SQL database. */
module dev.holdfast.jdbc {
    requires transitive dev.holdfast.core;
    requires transitive java.sql;
    requires com.zaxxer.hikari;
    requires org.xerial.sqlitejdbc;
    requires static org.jspecify;
    requires org.postgresql.jdbc;

    exports dev.holdfast.jdbc;
    exports dev.holdfast.jdbc.postgres;
    exports dev.holdfast.jdbc.sqlite;
}
