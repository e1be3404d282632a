// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.testkit.equivalence.Candidate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The file as a candidate of equivalence runs: one file at a time, which is checked for damage after its history. */
public final class SqliteCandidate {
    private final Path folder;

    private SqliteCandidate(Path folder) {
        this.folder = folder;
    }

    public static Candidate in(Path folder) {
        SqliteCandidate sqlite = new SqliteCandidate(folder);
        return new Candidate("sqlite", sqlite::open, () -> SqliteMaintenance.check(sqlite.file()));
    }

    private Path file() {
        return folder.resolve("ledger.db");
    }

    private Ledger open(LedgerClock clock) {
        try {
            Files.createDirectories(folder);
            try (Stream<Path> old = Files.list(folder)) {
                for (Path each : old.toList()) {
                    Files.delete(each);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return SqliteLedger.open(
                file(), SqliteOptions.DEFAULT.withClock(clock).withSynchronous(SqliteOptions.Synchronous.NORMAL));
    }
}
