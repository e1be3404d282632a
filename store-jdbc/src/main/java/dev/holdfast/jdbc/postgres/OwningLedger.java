// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.ledger.Ledger;
import java.util.List;

/** A ledger that closes its connections with itself. */
record OwningLedger(PostgresLedger ledger, PostgresConnections connections) implements Ledger {
    @Override
    public AuthorityId authority() {
        return ledger.authority();
    }

    @Override
    public <R extends Decision> R submit(Command<R> command) {
        return ledger.submit(command);
    }

    @Override
    public List<Decision> submitAll(List<? extends Command<?>> commands) {
        return ledger.submitAll(commands);
    }

    @Override
    public <R> R ask(Query<R> query) {
        return ledger.ask(query);
    }

    @Override
    public long changes() {
        return ledger.changes();
    }

    @Override
    public Subscription onChange(Runnable listener) {
        return ledger.onChange(listener);
    }

    @Override
    public void close() {
        try {
            ledger.close();
        } finally {
            connections.close();
        }
    }
}
