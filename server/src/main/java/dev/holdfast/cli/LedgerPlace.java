// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.client.RemoteLedger;
import dev.holdfast.core.Digest;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.postgres.PostgresConnections;
import dev.holdfast.jdbc.postgres.PostgresMaintenance;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.jdbc.postgres.PostgresUrl;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** Where a ledger is kept. */
public sealed interface LedgerPlace {
    /** For people; never with a password. */
    String shown();

    /** Opens a ledger that has to be there. */
    Ledger openExisting();

    /** Opens the ledger, and makes it when there is none and no other command is for that. */
    Ledger openOrCreate();

    /** What takes away from what the ledger promises, each with what to do. */
    List<Finding> warnings();

    /** Where a run keeps what it needs to go on when its runner dies, and nobody else needs. */
    Path spool();

    /** A SQLite file. */
    record InFile(Path file) implements LedgerPlace {
        @Override
        public String shown() {
            return file.toString();
        }

        @Override
        public Ledger openExisting() {
            return SqliteLedger.open(file, SqliteOptions.DEFAULT.withCreate(false));
        }

        @Override
        public Ledger openOrCreate() {
            return SqliteLedger.open(file, SqliteOptions.DEFAULT);
        }

        @Override
        public List<Finding> warnings() {
            return List.of();
        }

        @Override
        public Path spool() {
            return file.resolveSibling(file.getFileName() + ".spool");
        }
    }

    /** A schema of a PostgreSQL database. */
    record InDatabase(PostgresUrl url, PostgresOptions options) implements LedgerPlace {
        public String schema() {
            return options.schema();
        }

        @Override
        public String shown() {
            boolean usual = schema().equals(PostgresOptions.DEFAULT.schema());
            return usual ? url.toString() : url + " (schema " + schema() + ")";
        }

        @Override
        public Ledger openExisting() {
            return PostgresConnections.open(url, options);
        }

        @Override
        public Ledger openOrCreate() {
            return openExisting();
        }

        @Override
        public List<Finding> warnings() {
            try (PostgresConnections connections = PostgresConnections.of(url)) {
                return PostgresMaintenance.warnings(connections.source(), schema());
            }
        }

        /** A database is not a place for files. */
        @Override
        public Path spool() {
            return spoolOf(url.toString(), schema());
        }
    }

    /** Behind a server. */
    record AtServer(URI address, String token) implements LedgerPlace {
        @Override
        public String shown() {
            return address.toString();
        }

        @Override
        public Ledger openExisting() {
            return RemoteLedger.connect(address, token);
        }

        @Override
        public Ledger openOrCreate() {
            return openExisting();
        }

        @Override
        public List<Finding> warnings() {
            return List.of();
        }

        @Override
        public Path spool() {
            return spoolOf("server", address.toString());
        }

        /** What only works where the ledger is kept. */
        CliException elsewhere(String command) {
            return new CliException(
                    ExitCode.USAGE,
                    "a server keeps this ledger (%s); '%s' works on the machine of the server, with the ledger's file or database"
                            .formatted(address, command));
        }
    }

    /** In the working directory, apart from that of any other ledger. */
    private static Path spoolOf(String place, String part) {
        String name = Digest.ofFields("holdfast/spool/v1", place, part)
                .toString()
                .replaceAll("[^0-9a-zA-Z]", "")
                .substring(0, 8);
        return Path.of("holdfast-" + name + ".spool");
    }
}
