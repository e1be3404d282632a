// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.client.RemoteLedger;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;

/** A ledger behind a server of its own, seen by a client; all three end together. */
final class Served extends ForwardingLedger {
    private final LedgerServer server;
    private final Ledger kept;

    private Served(RemoteLedger client, LedgerServer server, Ledger kept) {
        super(client);
        this.server = server;
        this.kept = kept;
    }

    static Ledger of(Ledger kept) {
        LedgerServer server = LedgerServer.start(kept, "127.0.0.1", 0, Access.open());
        return new Served(RemoteLedger.connect(server.address(), ""), server, kept);
    }

    @Override
    public void close() {
        super.close();
        server.close();
        kept.close();
    }
}
