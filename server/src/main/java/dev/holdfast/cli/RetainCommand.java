// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.jdbc.postgres.PostgresConnections;
import dev.holdfast.jdbc.postgres.PostgresMaintenance;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast retain}. */
@Command(
        name = "retain",
        description = {
            "Forget work that ended long ago, in PostgreSQL: drops whole days of history and makes room for the next"
                    + " ones. To be run once a day, by the schema's owner."
        },
        mixinStandardHelpOptions = true)
final class RetainCommand implements Callable<Integer> {
    @Option(
            names = "--keep",
            paramLabel = "TIME",
            required = true,
            converter = DurationConverter.class,
            description =
                    "keep work for so long after its end, such as 30d; longer where its pool remembers keys longer")
    private Duration keep;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        return switch (ledger.place()) {
            case LedgerPlace.InFile file ->
                throw new CliException(
                        ExitCode.USAGE,
                        "a ledger in a file (" + file.shown() + ") keeps everything; start a new file instead");
            case LedgerPlace.InDatabase database -> retain(database);
            case LedgerPlace.AtServer server -> throw server.elsewhere("retain");
        };
    }

    private int retain(LedgerPlace.InDatabase database) {
        PostgresMaintenance.Retained retained;
        try (PostgresConnections connections = PostgresConnections.of(database.url())) {
            retained = PostgresMaintenance.retain(connections.source(), database.schema(), keep);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("kept", retained.kept().toString());
        members.put("forgotten", retained.units());
        members.put("attempts", retained.attempts());
        members.put("dropped", retained.dropped());
        members.put("made", retained.made());
        if (output.isJson()) {
            output.printJson(members);
        } else {
            output.out()
                    .println(Text.count(retained.units(), "unit") + " forgotten that ended more than "
                            + Text.count(retained.kept().toDays(), "day") + " ago"
                            + (retained.attempts() > 0 ? " and " + Text.count(retained.attempts(), "attempt") : "")
                            + "; "
                            + Text.count(retained.dropped(), "partition") + " dropped, "
                            + Text.count(retained.made()) + " made");
        }
        return ExitCode.DONE;
    }
}
