// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.jdbc.postgres.PostgresConnections;
import dev.holdfast.jdbc.postgres.PostgresSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast migrate}. */
@Command(
        name = "migrate",
        description = {
            "Make the schema of a ledger in PostgreSQL, or bring it to the version of this program. Programs of the"
                    + " release before go on working meanwhile and afterwards."
        },
        mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {
    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        return switch (ledger.place()) {
            case LedgerPlace.InFile(var file) ->
                throw new CliException(
                        ExitCode.USAGE,
                        "a ledger in a file (" + file + ") migrates by itself when it is opened; name a database:"
                                + " --ledger jdbc:postgresql://HOST/DATABASE");
            case LedgerPlace.InDatabase database -> migrate(database);
            case LedgerPlace.AtServer server -> throw server.elsewhere("migrate");
        };
    }

    private int migrate(LedgerPlace.InDatabase database) {
        List<String> done;
        try (PostgresConnections connections = PostgresConnections.of(database.url())) {
            done = PostgresSchema.migrate(connections.source(), database.schema());
        }
        if (output.isJson()) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("schema", database.schema());
            members.put("done", done);
            output.printJson(members);
        } else if (done.isEmpty()) {
            output.out().println("schema " + database.schema() + " is up to date");
        } else {
            done.forEach(step -> output.out().println("schema " + database.schema() + ": " + step));
        }
        return ExitCode.DONE;
    }
}
