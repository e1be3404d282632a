// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Blocked;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where lanes stand in the order: drained, ready or parked, and the tags of their keys. */
final class LanePhases {
    static final int DRAINED = 0;
    static final int READY = 1;
    static final int PARKED = 2;

    private record Place(int phase, long tag) {}

    private static final String RETAG = "UPDATE lane SET tag = ? WHERE pool = ? AND band = ? AND fairness_key = ?";

    private final Statements sql;

    LanePhases(Statements sql) {
        this.sql = sql;
    }

    /** A unit enters a lane. Where the lane was drained, its key enters at the band's clock. */
    void enter(Lane lane, Pool pool) throws SQLException {
        Place place = sql.of("SELECT phase, tag FROM lane WHERE id = ?")
                .number(lane.id)
                .first(row -> new Place(row.integer(), row.number()))
                .orElseThrow();
        if (place.phase() != DRAINED) {
            return;
        }
        long clock = pool.clocks().get(lane.band);
        if (place.tag() < clock) {
            retag(lane.pool, lane.band, lane.key, clock);
        }
        become(lane.id, READY);
    }

    void turn(ClaimStep.Turn turn) throws SQLException {
        switch (turn) {
            case ClaimStep.Turn.Ready ready -> become(ready.lane(), READY);
            case ClaimStep.Turn.Drained drained -> become(drained.lane(), DRAINED);
            case ClaimStep.Turn.Parked parked ->
                sql.of("""
                    UPDATE lane SET phase = 2, lacking = ?1, fits_at = ?2, blocked_grant = ?4, blocked_at = ?5,
                      blocked_seq = ?6
                    WHERE id = ?3 AND (phase <> 2 OR lacking <> ?1 OR fits_at <> ?2 OR blocked_grant IS NOT ?4
                      OR blocked_at IS NOT ?5 OR blocked_seq IS NOT ?6)\
                    """)
                        .text(AccountText.write(parked.lacking()))
                        .number(parked.fitsAt())
                        .number(parked.lane())
                        .number(parked.blocked().map(Blocked::grant))
                        .moment(parked.blocked().map(Blocked::at))
                        .number(parked.blocked().map(Blocked::sequence))
                        .update();
        }
    }

    /** Limits change: what waits for room is parked as if it had been so with the new limit. */
    void park(long pool, PoolPolicy before, PoolPolicy after) throws SQLException {
        Map<Long, Long> moved = new HashMap<>();
        sql.of("SELECT id, lacking, fits_at FROM lane WHERE pool = ? AND phase = 2")
                .number(pool)
                .each(row -> {
                    long lane = row.number();
                    Account lacking = AccountText.read(row.text());
                    moved.put(lane, after.fitsAt(lacking, row.number(), before));
                });
        for (Map.Entry<Long, Long> each : moved.entrySet()) {
            sql.of("UPDATE lane SET fits_at = ?1 WHERE id = ?2 AND fits_at <> ?1")
                    .number(each.getValue())
                    .number(each.getKey())
                    .update();
        }
    }

    private void become(long lane, int phase) throws SQLException {
        sql.of("""
            UPDATE lane SET phase = ?1, lacking = NULL, fits_at = NULL, blocked_grant = NULL, blocked_at = NULL,
              blocked_seq = NULL
            WHERE id = ?2 AND phase <> ?1\
            """).number(phase).number(lane).update();
    }

    /** The keys that were charged move on. */
    void charge(long pool, List<ClaimStep.KeyTag> charged) throws SQLException {
        if (charged.isEmpty()) {
            return;
        }
        Prepared retag = sql.of(RETAG);
        for (ClaimStep.KeyTag key : charged) {
            retag.number(key.tag())
                    .number(pool)
                    .number(key.band())
                    .text(key.key())
                    .add();
        }
        retag.updateAll();
    }

    /** The tag of a key that may have lanes. */
    long tag(long pool, int band, String key) throws SQLException {
        return sql.of("SELECT tag FROM lane WHERE pool = ? AND band = ? AND fairness_key = ? LIMIT 1")
                .number(pool)
                .number(band)
                .text(key)
                .first(row -> row.number())
                .orElse(ClaimPage.Owed.UNKNOWN);
    }

    /** A lane that was open; what was blocked is looked at again, and goes on being blocked. */
    void open(Lane lane, Optional<Blocked> blocked) throws SQLException {
        if (blocked.isPresent()) {
            turn(new ClaimStep.Turn.Parked(lane.id, Account.ANY_WORKER, Long.MAX_VALUE, blocked));
        } else {
            become(lane.id, READY);
        }
    }

    /** False when the key has no lane to keep its tag. */
    boolean restore(long pool, Captured.OfKey key) throws SQLException {
        return retag(pool, key.band(), key.key(), key.tag()) > 0;
    }

    private int retag(long pool, int band, String key, long tag) throws SQLException {
        return sql.of(RETAG).number(tag).number(pool).number(band).text(key).update();
    }
}
