// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Where a measurement's ledger comes from. All measurements here know the ledger only by its port, so that the same code
 * runs over any store: {@code ledger=postgres}, {@code ledger=memory}, {@code ledger=FILE}.
 */
interface LedgerSource {
    /** Makes an empty ledger and forgets what was there. */
    void create() throws Exception;

    /** @param connections that its callers use at once */
    Ledger open(int connections) throws Exception;

    /** Fills a ledger with settled units. */
    default void fillHistory(Ledger ledger, Units units, int count) throws Exception {
        History.live(ledger, units, count);
    }

    /** After loading, before measuring. */
    default void settleDown() throws SQLException {}

    static LedgerSource of(Arguments arguments) {
        String name = arguments.text("ledger", "postgres");
        return switch (name) {
            case "postgres" -> new PostgresSource(Database.of(arguments), arguments.flag("notifications", false));
            case "memory" -> new Memory(MemoryLedger.create(LedgerClock.system()));
            default -> new File(Path.of(name));
        };
    }

    /** One ledger for all who open it. */
    record Memory(Ledger ledger) implements LedgerSource {
        @Override
        public void create() {}

        @Override
        public Ledger open(int connections) {
            return ledger;
        }
    }

    /** A SQLite file. */
    record File(Path file) implements LedgerSource {
        @Override
        public void create() throws IOException {
            for (String suffix : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(Path.of(file + suffix));
            }
        }

        @Override
        public Ledger open(int connections) {
            return SqliteLedger.open(file);
        }
    }
}
