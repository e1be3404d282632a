// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Fare;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.Json;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.Submissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Makes claims of the units that a claim was granted, and loads what their workers need. */
final class Grants {
    /** A unit as its new claim makes it, and the lane that it leaves. */
    private record Won(Unit unit, Lane lane) {
        Claim claim() {
            return unit.claim().orElseThrow();
        }

        long sequence() {
            return unit.sequence();
        }

        boolean hasLatestStart() {
            return unit.requirements().startBy().isPresent();
        }

        boolean follows(Won former) {
            return sequence() == former.sequence() + 1
                    && claim().attempt() == former.claim().attempt()
                    && claim().runUntil().equals(former.claim().runUntil())
                    && claim().counted() == former.claim().counted()
                    && claim().fare().equals(former.claim().fare())
                    && hasLatestStart() == former.hasLatestStart();
        }
    }

    static final String SELECT = """
        SELECT w.seq, w.lane, w.version, w.life, w.attempts, w.losses, %s
        FROM json_each(?) j
        CROSS JOIN work w ON w.seq = j.value
        CROSS JOIN submission s ON s.seq = w.seq
        WHERE w.state = 0\
        """.formatted(Submissions.COLUMNS);

    /** For a run of units whose sequences and fences both go up by one: few statements for many units. */
    static final String CLAIM = """
        UPDATE work SET
          state = 1, waits_in = NULL, held_by = ?, version = version + 1, fence = seq + ?, request = ?, attempt = ?,
          run_until = ?, begun_at = NULL, room = NULL, counted = ?, fare_for = ?, fare = ?
        WHERE seq BETWEEN ? AND ? AND state = 0\
        """;

    private final Session session;
    private final ClaimWork command;
    private long request;

    Grants(Session session, ClaimWork command) {
        this.session = session;
        this.command = command;
    }

    List<Grant> save(ClaimStep.ClaimChanges changes, long worker) throws SQLException {
        Moment time = changes.pool().time();
        if (request == 0) {
            request = session.requests.insert(command, worker, time);
        }
        List<Won> won = load(changes, time);
        saveRuns(won, worker);
        List<Grant> grants = new ArrayList<>(won.size());
        for (Won each : won) {
            remember(each, worker);
            grants.add(Grant.of(each.unit()));
        }
        return grants;
    }

    private List<Won> load(ClaimStep.ClaimChanges changes, Moment time) throws SQLException {
        Map<Long, Won> queued = HashMap.newHashMap(changes.sequences().length);
        session.sql.of(SELECT).text(Json.numbers(changes.sequences())).each(row -> {
            Won unit = read(row, time);
            queued.put(unit.sequence(), unit);
        });
        List<Won> won = new ArrayList<>(changes.sequences().length);
        for (int i = 0; i < changes.sequences().length; i++) {
            Won unit = queued.get(changes.sequences()[i]);
            if (unit == null) {
                throw new IllegalStateException("a unit moved while the store was locked");
            }
            Claim claim = Claim.granted(
                    unit.unit(),
                    new Fence(changes.fences()[i]),
                    command,
                    changes.pool().counts(unit.lane().key),
                    changes.fare(i),
                    time);
            won.add(new Won(unit.unit().claimed(claim), unit.lane()));
        }
        return won;
    }

    /** As much of the unit as a grant tells. */
    private Won read(Row row, Moment time) throws SQLException {
        long sequence = row.number();
        Lane lane = session.lanes.get(row.number());
        long version = row.number();
        int life = row.integer();
        int attempts = row.integer();
        int losses = row.integer();
        Submissions.Stored stored = Submissions.read(row, lane);
        Unit unit = Unit.waiting(
                stored.id(),
                command.pool(),
                sequence,
                stored.submission(),
                time,
                lane.key,
                version,
                life,
                attempts,
                losses);
        return new Won(unit, lane);
    }

    private void remember(Won won, long worker) {
        session.claims.granted(
                won.unit().id().value(),
                new LiveClaims.LiveClaim(
                        won.sequence(),
                        won.lane().pool,
                        won.lane().id,
                        worker,
                        won.claim().fence().value(),
                        request,
                        won.claim().counted(),
                        won.claim().fare()));
    }

    private void saveRuns(List<Won> won, long worker) throws SQLException {
        Prepared save = session.sql.of(CLAIM);
        List<Integer> lengths = new ArrayList<>();
        for (int from = 0; from < won.size(); ) {
            int to = from + 1;
            while (to < won.size() && won.get(to).follows(won.get(to - 1))) {
                to++;
            }
            Won first = won.get(from);
            save.number(worker)
                    .number(first.claim().fence().value() - first.sequence())
                    .number(request)
                    .number(first.claim().attempt())
                    .moment(first.claim().runUntil())
                    .number(counted(first.claim()))
                    .number(first.claim().fare().map(Fare::expected))
                    .number(first.claim().fare().map(Fare::cost))
                    .number(first.sequence())
                    .number(won.get(to - 1).sequence())
                    .add();
            lengths.add(to - from);
            if (first.hasLatestStart()) {
                isNoLongerLate(first.sequence(), won.get(to - 1).sequence());
            }
            from = to;
        }
        int[] saved = save.updateAll();
        for (int i = 0; i < saved.length; i++) {
            if (saved[i] != lengths.get(i)) {
                throw new IllegalStateException("a unit moved while the store was locked");
            }
        }
    }

    /** Empty when it does not count, so that most rows stay as small as they were. */
    static OptionalLong counted(Claim claim) {
        return claim.counted() ? OptionalLong.of(1) : OptionalLong.empty();
    }

    private void isNoLongerLate(long from, long to) throws SQLException {
        session.sql
                .of("UPDATE work SET late_after = NULL WHERE seq BETWEEN ? AND ?")
                .number(from)
                .number(to)
                .update();
    }
}
