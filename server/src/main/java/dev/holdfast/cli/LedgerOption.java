// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.jdbc.postgres.PostgresUrl;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which ledger a command is about. */
public final class LedgerOption {
    static final String DEFAULT = "./holdfast.db";

    /** The environment variable with the token for a server: arguments of processes are seen by everybody on a machine. */
    static final String TOKEN = "HOLDFAST_TOKEN";

    @Option(
            names = "--ledger",
            paramLabel = "FILE|URL",
            description = "the ledger, such as ./holdfast.db, jdbc:postgresql://HOST/DATABASE, or http://HOST:PORT of a"
                    + " server (default: HOLDFAST_LEDGER, else " + DEFAULT + ")")
    private String ledger;

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            description = "the schema of the database that holds the ledger (default: holdfast)")
    private String schema;

    /** The ledger as it was named. */
    public LedgerPlace place() {
        String name = Optional.ofNullable(ledger)
                .or(() -> Optional.ofNullable(System.getenv("HOLDFAST_LEDGER")).filter(value -> !value.isEmpty()))
                .orElse(DEFAULT);
        if (PostgresUrl.is(name)) {
            PostgresOptions options = Optional.ofNullable(schema)
                    .map(PostgresOptions.DEFAULT::withSchema)
                    .orElse(PostgresOptions.DEFAULT);
            return new LedgerPlace.InDatabase(PostgresUrl.of(name), options);
        }
        if (name.startsWith("http://") || name.startsWith("https://")) {
            return server(name);
        }
        if (name.startsWith("jdbc:")) {
            throw new CliException(
                    ExitCode.USAGE,
                    "a ledger is kept in a file or in PostgreSQL; name a file or jdbc:postgresql://HOST/DATABASE");
        }
        if (schema != null) {
            throw new CliException(
                    ExitCode.USAGE, "--schema is for a ledger in PostgreSQL; " + name + " is the name of a file");
        }
        try {
            return new LedgerPlace.InFile(Path.of(name));
        } catch (InvalidPathException e) {
            throw new CliException(ExitCode.USAGE, "'" + name + "' is no file name: " + e.getReason());
        }
    }

    private LedgerPlace server(String address) {
        if (schema != null) {
            throw new CliException(ExitCode.USAGE, "--schema is for a ledger in PostgreSQL; the server knows its own");
        }
        try {
            return new LedgerPlace.AtServer(
                    URI.create(address),
                    Optional.ofNullable(System.getenv(TOKEN)).orElse(""));
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, "'" + address + "' is no address of a server: " + e.getMessage());
        }
    }

    /** What a command has to say to mean the same ledger, without a password; empty when it need not say anything. */
    public String hint() {
        String ofLedger = ledger == null
                ? ""
                : " --ledger "
                        + Text.shellWord(
                                PostgresUrl.is(ledger) ? PostgresUrl.of(ledger).toString() : ledger);
        return schema == null ? ofLedger : ofLedger + " --schema " + schema;
    }

    /** Opens a ledger that has to be there. */
    Ledger openExisting() {
        return place().openExisting();
    }
}
