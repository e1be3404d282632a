// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.jdbc.AccountText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Lanes that wait for room, when the limits change: each is parked as if it had been so with the new limit. */
final class ParkedLanes {
    private final Session session;
    private final int pool;

    ParkedLanes(Session session, int pool) {
        this.session = session;
        this.pool = pool;
    }

    /** Under the pool's lock, so that these rows are the newest of their lanes. */
    void park(PoolPolicy before, PoolPolicy after) throws SQLException {
        List<String> lacking = new ArrayList<>();
        List<Long> old = new ArrayList<>();
        List<Long> fitsAt = new ArrayList<>();
        session.sql
                .of("SELECT DISTINCT lacking, fits_at FROM $.turn WHERE pool = ? AND phase = 2")
                .integer(pool)
                .each(row -> {
                    lacking.add(row.text());
                    old.add(row.number());
                    fitsAt.add(after.fitsAt(AccountText.read(lacking.getLast()), old.getLast(), before));
                });
        session.sql
                .of("""
                    UPDATE $.turn t SET fits_at = z.fits_at FROM unnest(?, ?, ?) z (lacking, old, fits_at)
                    WHERE t.pool = ? AND t.phase = 2 AND t.lacking = z.lacking AND t.fits_at = z.old AND z.old <> z.fits_at\
                    """)
                .array(lacking.toArray(String[]::new))
                .array(old.toArray(Long[]::new))
                .array(fitsAt.toArray(Long[]::new))
                .integer(pool)
                .update();
    }
}
