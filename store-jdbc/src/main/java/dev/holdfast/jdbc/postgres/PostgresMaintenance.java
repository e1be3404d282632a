// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.jdbc.Alarms;
import dev.holdfast.jdbc.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * What people do with a ledger's schema besides working with it. All of it may run while others work. Everything here
 * throws {@link dev.holdfast.core.ledger.LedgerUnavailable} when the database cannot be reached or the user may not do
 * this, and {@link dev.holdfast.core.ledger.LedgerBroken} when the schema holds no ledger of this program.
 */
public final class PostgresMaintenance {
    private PostgresMaintenance() {}

    /**
     * Looks for damage: of counters, of fences, of what leads claims to waiting work. Changes nothing, so that a user who
     * may only read, and a standby, will do. Reads everything, as of one moment.
     *
     * @return what is wrong; empty for a sound ledger
     */
    public static List<Finding> check(DataSource source, String schema) {
        return new Upkeep(source, schema).read(session -> new Checkup(session).run());
    }

    /**
     * Looks at the server's settings, as they are for this user and database.
     *
     * @return what takes away from what a ledger promises; empty when nothing does
     */
    public static List<Finding> warnings(DataSource source, String schema) {
        return new Upkeep(source, schema).read(session -> ServerCheckup.run(session.sql));
    }

    /** Looks for what needs a person: work that is uncertain for too long, or too much of it. */
    public static List<Finding> alarms(DataSource source, String schema) {
        return new Upkeep(source, schema).read(session -> {
            List<Finding> findings = new ArrayList<>();
            for (Pools.Stored pool : new Pools(session).readable()) {
                new Overviews(session)
                        .snapshot(pool.pool().id())
                        .map(Alarms::of)
                        .ifPresent(findings::addAll);
            }
            return List.copyOf(findings);
        });
    }

    /**
     * Rebuilds what is derived from units: the turns of lanes, floors, classes, logs, counts and accounts. What was
     * submitted, claimed and answered is never touched. Each pool is locked for one transaction; claims wait meanwhile.
     *
     * @return what was changed, a line each; empty when there was nothing to do
     */
    public static List<String> repair(DataSource source, String schema) {
        return Repairs.run(new Upkeep(source, schema));
    }

    /**
     * Forgets units that ended more than a time ago, and makes room for those that will end in the next
     * {@value Retention#DAYS_AHEAD} days: their history is kept in a partition for each day, and whole days are dropped.
     * The key of a unit that is forgotten is free again. To be run once a day or so, by the schema's owner.
     *
     * @param keep more than zero; whatever it is, units are kept for as long as their pools remember keys
     */
    public static Retained retain(DataSource source, String schema, Duration keep) {
        if (keep.isNegative() || keep.isZero()) {
            throw new IllegalArgumentException("history is kept for more than no time, not " + keep);
        }
        return new Retention(new Upkeep(source, schema)).run(keep);
    }

    /**
     * What {@link #retain} did.
     *
     * @param kept how long units are kept: what was asked for, or longer where pools remember keys for longer
     * @param made partitions that were added
     * @param dropped partitions that are gone
     * @param units that were forgotten
     * @param attempts that were forgotten
     */
    public record Retained(Duration kept, int made, int dropped, long units, long attempts) {}
}
