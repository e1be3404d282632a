// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteOptions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which ledger a command is about. */
public final class LedgerOption {
    static final String DEFAULT = "./holdfast.db";

    @Option(
            names = "--ledger",
            paramLabel = "FILE",
            description = "the ledger (default: HOLDFAST_LEDGER, else " + DEFAULT + ")")
    private String ledger;

    /** The file as it was named. */
    public Path file() {
        String name = Optional.ofNullable(ledger)
                .or(() -> Optional.ofNullable(System.getenv("HOLDFAST_LEDGER")).filter(value -> !value.isEmpty()))
                .orElse(DEFAULT);
        if (name.startsWith("jdbc:")) {
            throw new CliException(
                    ExitCode.USAGE, "this Holdfast keeps its ledger in a file; JDBC URLs are not supported yet");
        }
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new CliException(ExitCode.USAGE, "'" + name + "' is no file name: " + e.getReason());
        }
    }

    /** What a command has to say to mean the same ledger; empty when it need not say anything. */
    public String hint() {
        return ledger == null ? "" : " --ledger " + Text.shellWord(ledger);
    }

    /** Opens a ledger that has to be there. */
    Ledger openExisting() {
        return SqliteLedger.open(file(), SqliteOptions.DEFAULT.withCreate(false));
    }

    /** Opens the ledger, and makes it when there is none. */
    public Ledger openOrCreate() {
        return SqliteLedger.open(file(), SqliteOptions.DEFAULT);
    }
}
