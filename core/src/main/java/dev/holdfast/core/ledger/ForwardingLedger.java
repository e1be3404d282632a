// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A ledger that passes everything on to another one, for those that put themselves between. Thread-safe, as that one is. */
public abstract class ForwardingLedger implements Ledger {
    /** Closed with this one. */
    protected final Ledger ledger;

    protected ForwardingLedger(Ledger ledger) {
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
    public void capture(Consumer<Captured> sink) {
        ledger.capture(sink);
    }

    @Override
    public Restored restore(Iterator<? extends Captured> parts, boolean keepClaims) {
        return ledger.restore(parts, keepClaims);
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
    public Optional<Subscription> onEnd(Consumer<LifeEnd> listener) {
        return ledger.onEnd(listener);
    }

    @Override
    public void close() {
        ledger.close();
    }
}
