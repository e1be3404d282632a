// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process that submits, claims and settles in the same schema, and tells how many units it has settled. */
final class OtherProcess {
    private OtherProcess() {}

    static Process start(PostgresServer server, String schema, int thread, int units) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                OtherProcess.class.getName()));
        command.addAll(List.of(server.host(), "" + server.port(), server.database(), server.user(), server.password()));
        command.addAll(List.of(schema, "" + thread, "" + units));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Arguments: host, port, database, user, password, schema, a number of its own, how many units. */
    public static void main(String[] arguments) {
        PostgresServer server = new PostgresServer(
                arguments[0], Integer.parseInt(arguments[1]), arguments[2], arguments[3], arguments[4]);
        try (HikariDataSource source = Schemas.pool(server.dataSource());
                Ledger ledger = PostgresLedger.open(source, PostgresOptions.DEFAULT.withSchema(arguments[5]))) {
            FaultWay way = new FaultWay(ledger::submitAll);
            way.start();
            System.out.println(way.run(Integer.parseInt(arguments[6]), Integer.parseInt(arguments[7]), settled -> {}));
        }
    }
}
