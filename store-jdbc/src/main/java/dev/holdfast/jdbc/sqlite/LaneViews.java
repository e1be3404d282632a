// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.Blocked;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Horizon;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Reservation;
import dev.holdfast.core.work.SubmitClaimedRules;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.LaneCut;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What of the lanes a claim looks at: of each class the first in order, and the first of those that are parked on
 * something that has room again. The cost is that of the window, never that of all lanes or of the backlog.
 */
final class LaneViews {
    /** The lanes of a claim and how far they are complete. */
    record Window(
            List<ClaimPage.LaneView> lanes,
            Horizon horizon,
            Optional<ClaimPage.LaneView> reserved,
            List<ClaimPage.LaneView> overdue) {
        /** With those that are loaded apart from the others. */
        List<ClaimPage.LaneView> all() {
            List<ClaimPage.LaneView> all = new ArrayList<>(lanes);
            reserved.ifPresent(all::add);
            all.addAll(overdue);
            return all;
        }
    }

    private record Found(Lane lane, int eligibility, long tag, boolean parked, Optional<Blocked> blocked) {
        ClaimPage.Position position() {
            return new ClaimPage.Position(lane.band, tag, lane.key);
        }
    }

    /** What lanes may be parked on; lanes of equal needs share it. */
    private record Spot(String lacking, long fitsAt, boolean hasRoom) {}

    private static final Comparator<Found> ORDER =
            Comparator.comparing(Found::position).thenComparingLong(found -> found.lane().id);

    static final String READY = """
        SELECT id, tag FROM lane WHERE eligibility = ? AND phase = 1 AND band >= ?
        ORDER BY band, tag, key_order, id LIMIT ?\
        """;
    static final String PARKED = """
        SELECT id, tag, blocked_grant, blocked_at, blocked_seq FROM lane
        WHERE eligibility = ? AND phase = 2 AND pool = ? AND lacking = ? AND fits_at = ?
        ORDER BY band, tag, key_order, id LIMIT ?\
        """;
    static final String NEXT_SPOT = """
        SELECT lacking, fits_at FROM lane WHERE phase = 2 AND pool = ? AND (lacking, fits_at) > (?, ?)
        ORDER BY lacking, fits_at LIMIT 1\
        """;
    static final String OVERDUE = """
        SELECT id, tag, blocked_grant, blocked_at, blocked_seq FROM lane
        WHERE eligibility = ? AND blocked_grant IS NOT NULL
        ORDER BY blocked_grant, blocked_at, blocked_seq LIMIT %d\
        """.formatted(Blocked.MOST);
    static final String RESERVED = """
        SELECT l.id, l.tag, l.blocked_grant, l.blocked_at, l.blocked_seq, l.phase = 2, l.eligibility
        FROM work w CROSS JOIN lane l ON l.id = w.waits_in WHERE w.seq = ?\
        """;
    static final String HEADS = """
        SELECT seq, coalesce(start_by, 9223372036854775807) FROM work
        WHERE waits_in = ? AND (start_by IS NULL OR start_by >= ?)
        ORDER BY seq LIMIT ?\
        """;

    private final Statements sql;
    private final Lanes lanes;
    private final Eligibilities eligibilities;
    private final Accounts accounts;

    LaneViews(Statements sql, Lanes lanes, Eligibilities eligibilities, Accounts accounts) {
        this.sql = sql;
        this.lanes = lanes;
        this.eligibilities = eligibilities;
        this.accounts = accounts;
    }

    /** Of lanes without room only the very first is looked at, so that the answer can say what is lacking. */
    Window load(Pools.Stored home, Map<String, DomainTerms> domains, ClaimAsk ask, Moment now) throws SQLException {
        long pool = home.id();
        BandOrder bands = home.pool().policy().order();
        List<Found> found = new ArrayList<>();
        List<Found> parked = new ArrayList<>();
        List<Spot> spots = spots(pool, new Limits(home.pool().policy(), domains));
        Horizon horizon = Horizon.NONE;
        for (Map.Entry<Long, Integer> each : classOf(pool, ask).entrySet()) {
            long eligibility = each.getKey();
            int number = each.getValue();
            horizon = switch (bands) {
                case BandOrder.Strict strict ->
                    LaneCut.cut(
                            ready(eligibility, number, 0, ask.window()), Found::position, ask.window(), found, horizon);
                case BandOrder.Shared shared -> readyByBand(eligibility, number, ask.window(), found, horizon);
            };
            for (Spot spot : spots) {
                List<Found> waiting = parked(pool, eligibility, number, spot, spot.hasRoom() ? ask.window() + 1 : 1);
                parked.addAll(waiting.subList(0, Math.min(1, waiting.size())));
                if (spot.hasRoom()) {
                    horizon = LaneCut.cut(waiting, Found::position, ask.window(), found, horizon);
                }
            }
        }
        parked.stream().min(ORDER).filter(first -> !found.contains(first)).ifPresent(found::add);
        int heads = ask.headsPerLane(found.size());
        List<ClaimPage.LaneView> views = new ArrayList<>(found.size());
        for (Found each : found) {
            views.add(view(each, heads, now));
        }
        return new Window(views, horizon, reserved(home, ask, now), overdue(home, ask, now));
    }

    private Found readParked(Row row, int number) throws SQLException {
        return new Found(lanes.get(row.number()), number, row.number(), true, readBlocked(row));
    }

    static Optional<Blocked> readBlocked(Row row) throws SQLException {
        OptionalLong grant = row.optionalNumber();
        Blocked blocked = new Blocked(grant.orElse(0), row.moment(), row.number());
        return grant.isPresent() ? Optional.of(blocked) : Optional.empty();
    }

    /** The lane of the reserved unit, while that waits in it; of no class where its own is none of those that are asked. */
    private Optional<ClaimPage.LaneView> reserved(Pools.Stored home, ClaimAsk ask, Moment now) throws SQLException {
        Optional<Reservation> open = home.pool().reservation();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Map<Long, Integer> classes = classOf(home.id(), ask);
        Optional<Found> found = sql.of(RESERVED).number(open.get().sequence()).first(row -> {
            Found parked = readParked(row, 0);
            boolean isParked = row.flag();
            int number = classes.getOrDefault(row.number(), 0);
            return new Found(parked.lane(), number, parked.tag(), isParked, parked.blocked());
        });
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(view(found.get(), ask.want(), now)).filter(view -> view.heads().length > 0);
    }

    private List<ClaimPage.LaneView> overdue(Pools.Stored home, ClaimAsk ask, Moment now) throws SQLException {
        List<ClaimPage.LaneView> overdue = new ArrayList<>();
        if (home.pool().reservation().isPresent()) {
            return overdue;
        }
        for (Map.Entry<Long, Integer> each : classOf(home.id(), ask).entrySet()) {
            List<Found> longest = sql.of(OVERDUE).number(each.getKey()).list(row -> readParked(row, each.getValue()));
            for (Found found : longest) {
                if (found.blocked().orElseThrow().isOverdue(home.pool(), now)) {
                    ClaimPage.LaneView view = view(found, ask.want(), now);
                    if (view.heads().length > 0) {
                        overdue.add(view);
                    }
                }
            }
        }
        return overdue;
    }

    /** The newest asked class of each eligibility: one that was dropped and came back may be known by both numbers. */
    private Map<Long, Integer> classOf(long pool, ClaimAsk ask) throws SQLException {
        Map<Long, Integer> classes = new LinkedHashMap<>();
        for (int number : ask.classes()) {
            OptionalLong eligibility = eligibilities.ofClass(pool, number);
            eligibility.ifPresent(id -> classes.merge(id, number, Math::max));
        }
        return classes;
    }

    /** Of each band the first lanes. Where all of them together are no more than the window, they are read at once. */
    private Horizon readyByBand(long eligibility, int number, int window, List<Found> found, Horizon horizon)
            throws SQLException {
        Horizon nearer = horizon;
        int from = 0;
        while (from < Requirements.BANDS) {
            List<Found> ready = ready(eligibility, number, from, window);
            if (ready.size() <= window) {
                found.addAll(ready);
                return nearer;
            }
            int last = ready.getLast().lane().band;
            if (ready.getFirst().lane().band == last) {
                nearer = LaneCut.cutBand(ready, Found::position, window, found, nearer);
                from = last + 1;
            } else {
                ready.stream().filter(each -> each.lane().band < last).forEach(found::add);
                from = last;
            }
        }
        return nearer;
    }

    /** One more than the window, so that the last one tells whether there are more. */
    private List<Found> ready(long eligibility, int number, int fromBand, int window) throws SQLException {
        return sql.of(READY)
                .number(eligibility)
                .number(fromBand)
                .number(window + 1L)
                .list(row -> new Found(lanes.get(row.number()), number, row.number(), false, Optional.empty()));
    }

    private List<Found> parked(long pool, long eligibility, int number, Spot spot, int most) throws SQLException {
        return sql.of(PARKED)
                .number(eligibility)
                .number(pool)
                .text(spot.lacking())
                .number(spot.fitsAt())
                .number(most)
                .list(row -> readParked(row, number));
    }

    /** Goes from one spot to the next by the index, so that it costs as many steps as there are spots, not lanes. */
    private List<Spot> spots(long pool, Limits limits) throws SQLException {
        List<Spot> spots = new ArrayList<>();
        Optional<Spot> next = spotAfter(pool, "", Long.MIN_VALUE, limits);
        while (next.isPresent()) {
            spots.add(next.get());
            next = spotAfter(pool, next.get().lacking(), next.get().fitsAt(), limits);
        }
        return spots;
    }

    private Optional<Spot> spotAfter(long pool, String lacking, long fitsAt, Limits limits) throws SQLException {
        return sql.of(NEXT_SPOT)
                .number(pool)
                .text(lacking)
                .number(fitsAt)
                .first(row -> spot(row.text(), row.number(), limits));
    }

    private Spot spot(String lacking, long fitsAt, Limits limits) throws SQLException {
        return new Spot(lacking, fitsAt, level(AccountText.read(lacking), limits) <= fitsAt);
    }

    private long level(Account account, Limits limits) throws SQLException {
        Map<Account, Long> amounts = new HashMap<>();
        amounts.put(account, accounts.used(account));
        if (account.quarantined().isPresent()) {
            Account kept = account.quarantined().get();
            amounts.put(kept, accounts.used(kept));
        }
        return limits.level(account, each -> amounts.getOrDefault(each, 0L));
    }

    /** The lane of a due unit, with only this unit to be claimed, whatever waits before it. */
    ClaimPage.LaneView only(Unit unit, Moment now) throws SQLException {
        Lane lane = sql.of("SELECT waits_in FROM work WHERE seq = ?")
                .number(unit.sequence())
                .first(row -> lanes.get(row.number()))
                .orElseThrow();
        Found found = sql.of("SELECT tag, phase FROM lane WHERE id = ?")
                .number(lane.id)
                .first(row -> new Found(
                        lane,
                        SubmitClaimedRules.OWN_CLASS,
                        row.number(),
                        row.integer() == LanePhases.PARKED,
                        Optional.empty()))
                .orElseThrow();
        boolean others = sql.of(HEADS).number(lane.id).moment(now).number(2).list(row -> row.number()).stream()
                .anyMatch(head -> head != unit.sequence());
        long startBy = unit.startBy().map(Moment::micros).orElse(Long.MAX_VALUE);
        return new ClaimPage.LaneView(
                lane.id,
                lane.band,
                lane.key,
                found.eligibility(),
                lane.eligibility.kind(),
                lane.needs,
                found.tag(),
                found.parked(),
                Optional.empty(),
                new long[] {unit.sequence()},
                new long[] {startBy},
                others);
    }

    private ClaimPage.LaneView view(Found found, int most, Moment now) throws SQLException {
        long[] heads = new long[most + 1];
        long[] startBy = new long[most + 1];
        int[] count = {0};
        sql.of(HEADS).number(found.lane().id).moment(now).number(most + 1L).each(row -> {
            heads[count[0]] = row.number();
            startBy[count[0]++] = row.number();
        });
        int kept = Math.min(most, count[0]);
        Lane lane = found.lane();
        return new ClaimPage.LaneView(
                lane.id,
                lane.band,
                lane.key,
                found.eligibility(),
                lane.eligibility.kind(),
                lane.needs,
                found.tag(),
                found.parked(),
                found.blocked(),
                Arrays.copyOf(heads, kept),
                Arrays.copyOf(startBy, kept),
                count[0] > most);
    }
}
