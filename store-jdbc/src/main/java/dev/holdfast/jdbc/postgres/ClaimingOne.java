// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.OutOfTurn;
import dev.holdfast.core.work.SubmitClaimedRules;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Lane;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Claims a unit that this transaction has inserted, out of turn: a claim that asks for no class, so that its load reads no
 * lanes but folds the new unit in, and then a look at the one lane.
 */
final class ClaimingOne {
    /** A unit of the transaction, and its lane as the load has left it. */
    private record Found(long sequence, OptionalLong startBy, long tag, boolean parked, boolean others) {}

    private static final int PARKED = 2;

    private static final String FIND = """
        SELECT u.seq, u.start_by, t.tag, t.phase, EXISTS (
            SELECT FROM $.unit o WHERE o.lane = u.lane AND o.state = 0 AND o.seq >= t.head AND o.seq <> u.seq
            AND (o.start_by IS NULL OR o.start_by >= ?))
        FROM $.unit_id i JOIN $.unit u ON u.seq = i.seq CROSS JOIN LATERAL (
            SELECT t.tag, t.phase, t.head FROM $.turn t WHERE t.lane = u.lane ORDER BY t.lane DESC, t.n DESC LIMIT 1
        ) t WHERE i.id = ?\
        """;

    /** What other pools use of the shared domains, whose locks the load has taken. One statement, as there. */
    private static final String OTHERS = """
        WITH a AS MATERIALIZED (
            SELECT x.account, u.pool FROM $.domain_limit d JOIN $.domain_use u ON u.domain = d.domain
            CROSS JOIN LATERAL (VALUES (d.account), ('QUARANTINED' || substr(d.account, 7))) x (account)
            WHERE x.account = ANY (?) AND u.pool <> ?
        )
        SELECT y.account, sum(y.amount)::bigint FROM (
            SELECT a.account, g.used amount FROM a CROSS JOIN LATERAL (
                SELECT g.used FROM $.account_log g WHERE g.pool = a.pool AND g.account = a.account
                ORDER BY g.pool DESC, g.account DESC, g.n DESC LIMIT 1
            ) g
            UNION ALL
            SELECT e.account, e.amount FROM (SELECT DISTINCT a.pool FROM a) o
            CROSS JOIN LATERAL (
                SELECT l.mark FROM $.pool_log l WHERE l.pool = o.pool ORDER BY l.pool DESC, l.n DESC LIMIT 1
            ) m
            JOIN $.inbox i ON i.pool = o.pool AND i.xid >= pg_snapshot_xmin(m.mark)
            CROSS JOIN LATERAL unnest(i.accounts, i.amounts) e (account, amount)
            WHERE i.accounts IS NOT NULL AND e.account IN (SELECT a.account FROM a)
        ) y GROUP BY y.account\
        """;

    private final Session session;
    private final ClaimWork command;
    private final WorkId unit;
    private final KnownLanes.Known lane;

    ClaimingOne(Session session, ClaimWork command, WorkId unit, long lane) throws SQLException {
        this.session = session;
        this.command = command;
        this.unit = unit;
        this.lane = session.known.lanes.known(session, lane);
    }

    Shelf.OutOfTurnResult claim(Function<ClaimPage, OutOfTurn> rule) throws SQLException {
        ClaimTrip trip = new ClaimTrip(
                session,
                command,
                session.known.workers.find(session, command.worker()),
                session.poolNumber(command.pool()).orElseThrow(),
                new ClaimAsk(command, 1, 1, Set.of(), Integer.MAX_VALUE, Optional.empty(), 0),
                OptionalLong.empty());
        ClaimPage page = trip.page();
        ClaimPage.LaneView view = view(page);
        return switch (rule.apply(page.only(view).with(used(trip)))) {
            case OutOfTurn.Refusal refusal -> {
                session.discard();
                yield new Shelf.OutOfTurnResult.Refused(refusal.decision());
            }
            case OutOfTurn.Take take -> new Shelf.OutOfTurnResult.Won(trip.takeOne(take.changes(), lane, view));
        };
    }

    private ClaimPage.LaneView view(ClaimPage page) throws SQLException {
        Found found = session.sql
                .of(FIND)
                .number(page.now().orLater(page.pool().orElseThrow().time()).micros())
                .text(unit.value())
                .first(row -> new Found(
                        row.number(), row.optionalNumber(), row.number(), row.integer() == PARKED, row.flag()))
                .orElseThrow();
        Lane described = lane.lane();
        return new ClaimPage.LaneView(
                described.id,
                described.band,
                described.key,
                SubmitClaimedRules.OWN_CLASS,
                described.eligibility.kind(),
                described.needs,
                found.tag(),
                found.parked(),
                Optional.empty(),
                new long[] {found.sequence()},
                new long[] {found.startBy().orElse(Long.MAX_VALUE)},
                found.others());
    }

    /** Of all accounts that units of the lane may find full. */
    private Map<Account, Long> used(ClaimTrip trip) throws SQLException {
        List<String> accounts = session.sql
                .of("SELECT unnest(accounts) FROM $.lane WHERE id = ?")
                .number(lane.lane().id)
                .list(row -> row.text());
        Map<Account, Long> used = trip.usedOf(accounts);
        if (trip.load.sharedNames().length > 0) {
            session.sql
                    .of(OTHERS)
                    .array(accounts.toArray(String[]::new))
                    .integer(trip.number)
                    .each(row -> used.merge(AccountText.read(row.text()), row.number(), Long::sum));
        }
        return used;
    }
}
