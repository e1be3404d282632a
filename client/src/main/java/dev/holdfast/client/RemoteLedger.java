// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client;

import dev.holdfast.client.wire.LedgerFacts;
import dev.holdfast.client.wire.Wire;
import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Sweep;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * A ledger that a server keeps, over HTTP. A worker needs its address and a token, and neither a driver nor the database.
 *
 * <p>Commands of one call are decided in their order. They share a request as far as its body takes them; what a request did
 * not answer is asked again by nobody here: {@link dev.holdfast.core.ledger.OutcomeUnknown} says that the same call may be
 * made again, as with any ledger. Thread-safe; calls of several threads go over connections of their own.
 */
public final class RemoteLedger implements Ledger {
    private final Exchange exchange;
    private final Watch watch;
    private final LedgerFacts facts;

    private RemoteLedger(Exchange exchange) {
        this.exchange = exchange;
        this.facts = exchange.facts();
        this.watch = new Watch(exchange);
    }

    /**
     * Connects.
     *
     * @param address of the server: {@code http} or {@code https}, host, port, and a path when the server stands behind one
     * @param token what the server knows this client by; empty where it asks for none
     * @throws IllegalArgumentException when it is no such address
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the server cannot be reached or does not know the token
     */
    public static RemoteLedger connect(URI address, String token) {
        return new RemoteLedger(new Exchange(address, token));
    }

    @Override
    public AuthorityId authority() {
        return facts.authority();
    }

    @Override
    public Capabilities capabilities() {
        return facts.capabilities();
    }

    @Override
    @SuppressWarnings("unchecked") // a decision is read as one about its command
    public <R extends Decision> R submit(Command<R> command) {
        return (R) submitAll(List.of(command)).getFirst();
    }

    @Override
    public List<Decision> submitAll(List<? extends Command<?>> commands) {
        List<Decision> decisions = new ArrayList<>();
        Batch batch = new Batch();
        for (Command<?> command : commands) {
            byte[] written = Wire.command(command);
            if (!batch.hasRoomFor(written)) {
                decisions.addAll(exchange.decide(batch));
                batch = new Batch();
            }
            batch.add(command, written);
        }
        if (!batch.isEmpty()) {
            decisions.addAll(exchange.decide(batch));
        }
        if (commands.stream().anyMatch(RemoteLedger::mayMakeWorkClaimable)) {
            watch.changed();
        }
        return decisions;
    }

    /** What a worker does all the time does not count: it would see its own steps and never rest. */
    private static boolean mayMakeWorkClaimable(Command<?> command) {
        return !(command instanceof ClaimWork || command instanceof Heartbeat || command instanceof Sweep);
    }

    @Override
    public <R> R ask(Query<R> query) {
        return exchange.ask(query);
    }

    @Override
    public long changes() {
        return watch.changes();
    }

    @Override
    public Subscription onChange(Runnable listener) {
        return watch.onChange(listener);
    }

    /** Ends the connections; the ledger goes on. */
    @Override
    public void close() {
        watch.close();
        exchange.close();
    }
}
