// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Horizon;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** A claim: rounds of load, decide, save in one transaction. */
final class Claiming {
    private final Session session;
    private final ClaimWork command;
    private final Optional<KnownWorkers.Known> worker;
    private OptionalLong request = OptionalLong.empty();

    Claiming(Session session, ClaimWork command) throws SQLException {
        this.session = session;
        this.command = command;
        this.worker = session.known.workers.find(session, command.worker());
    }

    Shelf.Claimed claim(ClaimAsk first, Function<ClaimAsk, Function<ClaimPage, ClaimStep>> rule) throws SQLException {
        Optional<Integer> pool = session.poolNumber(command.pool());
        if (pool.isEmpty()) {
            return new Shelf.Claimed(List.of(), rule.apply(first).apply(withoutPool()));
        }
        List<Grant> won = new ArrayList<>();
        ClaimAsk ask = first;
        while (true) {
            ClaimTrip round = new ClaimTrip(session, command, worker, pool.get(), ask, request);
            ClaimStep step = rule.apply(ask).apply(round.page());
            if (!(step instanceof ClaimStep.Take take)) {
                round.answer();
                return new Shelf.Claimed(won, step);
            }
            won.addAll(round.take(take));
            request = round.request();
            if (take.again().isEmpty()) {
                return new Shelf.Claimed(won, step);
            }
            ask = take.again().get();
        }
    }

    private ClaimPage withoutPool() throws SQLException {
        return new ClaimPage(
                session.now(),
                1,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Horizon.NONE,
                Optional.empty(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }
}
