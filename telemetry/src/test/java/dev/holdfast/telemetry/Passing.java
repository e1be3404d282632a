// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LifeEnd;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A ledger that passes everything on to a real one, for tests that put themselves between. */
class Passing implements Ledger {
    private final Ledger ledger;

    Passing(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public AuthorityId authority() {
        return ledger.authority();
    }

    @Override
    public Capabilities capabilities() {
        return ledger.capabilities();
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
    public Optional<Subscription> onEnd(Consumer<LifeEnd> listener) {
        return ledger.onEnd(listener);
    }

    @Override
    public void close() {
        ledger.close();
    }
}
