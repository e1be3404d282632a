// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.client.wire.LedgerFacts;
import dev.holdfast.client.wire.Wire;
import dev.holdfast.core.ledger.Ledger;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** What a ledger can be told and asked. */
final class LedgerRoutes {
    private final Ledger ledger;

    LedgerRoutes(Ledger ledger) {
        this.ledger = ledger;
    }

    void add(RoutesConfig routes) {
        routes.get("/v1/ledger", this::facts);
        routes.post("/v1/commands", this::commands);
        routes.post("/v1/queries", this::query);
    }

    private void facts(Context context) {
        context.result(Wire.record(new LedgerFacts(LedgerFacts.PROTOCOL, ledger.authority(), ledger.capabilities())));
    }

    private void commands(Context context) {
        context.result(Wire.decisions(ledger.submitAll(Wire.readCommands(Responses.body(context)))));
    }

    private void query(Context context) {
        context.result(Wire.answer(ledger.ask(Wire.readQuery(Responses.body(context)))));
    }
}
