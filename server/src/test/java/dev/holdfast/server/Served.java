// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.client.RemoteLedger;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A ledger behind a server of its own, seen by clients; server and ledger end with the last of them. */
final class Served extends ForwardingLedger {
    private final LedgerServer server;
    private final Ledger kept;
    private final AtomicInteger clients;

    private Served(LedgerServer server, Ledger kept, AtomicInteger clients) {
        super(RemoteLedger.connect(server.address(), ""));
        this.server = server;
        this.kept = kept;
        this.clients = clients;
    }

    static Ledger of(Ledger kept) {
        return clients(kept, 1).getFirst();
    }

    static List<Ledger> twice(Ledger kept) {
        return clients(kept, 2);
    }

    private static List<Ledger> clients(Ledger kept, int count) {
        LedgerServer server = LedgerServer.start(kept, "127.0.0.1", 0, Access.open());
        AtomicInteger open = new AtomicInteger(count);
        return Stream.<Ledger>generate(() -> new Served(server, kept, open))
                .limit(count)
                .toList();
    }

    @Override
    public void close() {
        super.close();
        if (clients.decrementAndGet() == 0) {
            server.close();
            kept.close();
        }
    }
}
