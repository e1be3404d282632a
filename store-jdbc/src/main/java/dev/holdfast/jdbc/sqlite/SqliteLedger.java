// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.Engine;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.jdbc.GroupCommit;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A ledger in one file, for one machine. Several processes may use the file at once; each opens it for itself. The file
 * must be on a local disk: file systems of other machines do not keep their locks reliably.
 *
 * <p>Commands of any number of threads are written by one thread and share commits; questions never wait for them.
 * Beside the file {@code x} stand {@code x-wal} and {@code x-shm} while it is open: they belong to it.
 */
public final class SqliteLedger {
    /** How long a commit waits for other processes before its commands are refused. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private SqliteLedger() {}

    /** Opens a ledger with {@link SqliteOptions#DEFAULT}; makes it where there is none. */
    public static Ledger open(Path file) {
        return open(file, SqliteOptions.DEFAULT);
    }

    /**
     * Opens a ledger.
     *
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the file is missing, locked or may not be written
     * @throws dev.holdfast.core.ledger.LedgerBroken when it is no ledger, damaged, or of a newer schema
     */
    public static Ledger open(Path file, SqliteOptions options) {
        return new Engine(shelf(file, options));
    }

    static Shelf shelf(Path path, SqliteOptions options) {
        return shelf(path, options, PATIENCE);
    }

    /** @param patience how long a locked file is tried again */
    static Shelf shelf(Path path, SqliteOptions options, Duration patience) {
        LedgerFile file = LedgerFile.of(path);
        Opening.Opened opened = new Opening(file, options).open();
        Connections connections = new Connections(file, opened.identity(), options);
        GroupCommit<Session> writer = new GroupCommit<>(
                        "holdfast-writer-" + file.absolute().getFileName(),
                        new SqliteTransactions(connections, opened.authority()),
                        patience)
                .start();
        return new SqliteShelf(
                options,
                writer,
                new Readers(connections, opened.authority()),
                new ChangeWatch(connections, opened.authority()));
    }
}
