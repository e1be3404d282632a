// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import dev.holdfast.benchmarks.run.Loops;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.benchmarks.run.Windows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/** The least that committing and inserting cost: what enqueueing is held against. */
final class BareInserts {
    private static final byte[] PAYLOAD = new byte[64];

    private BareInserts() {}

    /** Makes the step of one connection. */
    private interface Client {
        Loops.Step over(Connection connection) throws SQLException;
    }

    /** Commits of one small record, nothing else. */
    static void commits(Arguments arguments, Parent parent) throws Exception {
        run(arguments, parent, connection -> {
            PreparedStatement statement =
                    connection.prepareStatement("SELECT pg_logical_emit_message(true, 'bench', 'x')");
            return () -> {
                statement.execute();
                return 1;
            };
        });
    }

    /** {@code batch} rows a transaction: one by value, several by an array. */
    static void inserts(Arguments arguments, Parent parent) throws Exception {
        int batch = arguments.number("batch", 1);
        run(arguments, parent, connection -> batch == 1 ? single(connection) : array(connection, batch));
    }

    private static Loops.Step single(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement("INSERT INTO bare_job (payload) VALUES (?)");
        return () -> {
            statement.setBytes(1, PAYLOAD);
            return statement.executeUpdate();
        };
    }

    private static Loops.Step array(Connection connection, int batch) throws SQLException {
        PreparedStatement statement =
                connection.prepareStatement("INSERT INTO bare_job (payload) SELECT * FROM unnest(?::bytea[])");
        byte[][] payloads = new byte[batch][];
        Arrays.fill(payloads, PAYLOAD);
        return () -> {
            statement.setArray(1, connection.createArrayOf("bytea", payloads));
            return statement.executeUpdate();
        };
    }

    private static void run(Arguments arguments, Parent parent, Client client) throws Exception {
        Database database = Database.of(arguments).with("prepareThreshold=1");
        BareClaims.createTable(database);
        parent.ready();
        try (Loops loops = new Loops()) {
            for (int i = 0; i < arguments.number("threads", 1); i++) {
                loops.start(client.over(database.connect()));
            }
            Windows.of(arguments, Long.MAX_VALUE).measure(loops::done, parent);
            loops.stop();
        }
    }
}
