// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.Submission;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads and writes schedules. */
public final class ScheduleRows {
    private static final String STATE =
            "revision, pool, paused, next_at, waiting_at, newest_at, last, submitted, left_out, timing";
    private static final String TEMPLATE =
            "eligibility, needs, band, fairness_key, asks_first, options, media_type, payload";

    /** Behind the name of the table; {@link #bind} gives the values. */
    public static final String INSERT = " (" + STATE + ", " + TEMPLATE + ", name) VALUES (" + "?, ".repeat(18) + "?)";

    /** As {@link #INSERT}, with another column behind the others. */
    public static final String INSERT_OF_AUTHORITY =
            " (" + STATE + ", " + TEMPLATE + ", name, authority) VALUES (" + "?, ".repeat(19) + "?)";

    /** Behind the name of the table and SET; {@link #bind} gives the values, of which the last is that of the name. */
    public static final String UPDATE =
            " SET " + (STATE + ", " + TEMPLATE).replace(", ", " = ?, ") + " = ? WHERE name = ?";

    /** Between SELECT and FROM. */
    public static final String SELECT = "name, " + STATE + ", " + TEMPLATE;

    /** Those that {@link Schedule#isDue}: behind a name, up to a moment. */
    public static final String IS_DUE =
            " AND NOT paused AND (next_at <= ? OR waiting_at IS NOT NULL) AND name > ? ORDER BY name LIMIT ";

    /** The earliest next moment behind a moment; between stands what the rows are in. */
    public static final String NEXT = "SELECT next_at FROM %s AND NOT paused AND next_at > ? AND next_at < "
            + Moment.FOREVER.micros() + " ORDER BY next_at LIMIT 1";

    private static final PoolId STAND_IN = new PoolId("unnamed");

    /** Finds the name of a pool. */
    @FunctionalInterface
    public interface PoolNames {
        PoolId name(long number) throws SQLException;
    }

    /** A row, whose pool is a number of the store. */
    public record Stored(Schedule schedule, long pool) {}

    /** A row, read or not. */
    public sealed interface Found {
        String name();

        /** One that says what it should. */
        record Read(Stored stored) implements Found {
            @Override
            public String name() {
                return stored.schedule().id().value();
            }
        }

        /** One that no program of this version can read; it says nothing about the others. */
        record Unreadable(String name, RuntimeException failure) implements Found {
            String why() {
                return UnreadableRows.why(failure);
            }
        }
    }

    private ScheduleRows() {}

    /** Gives all values of a row, of which the name is the last. */
    public static Prepared bind(Prepared row, Schedule schedule, long pool) throws SQLException {
        ScheduleTerms terms = schedule.terms();
        Submission template = terms.template();
        Requirements requirements = template.requirements();
        return row.integer(schedule.revision())
                .number(pool)
                .flag(schedule.paused())
                .moment(schedule.next())
                .moment(schedule.waiting())
                .moment(schedule.newest())
                .text(schedule.last().map(WorkId::value))
                .number(schedule.submitted())
                .number(schedule.leftOut())
                .text(new TimingText(terms.recurrence(), terms.overlap(), terms.misfire()).write())
                .text(ShapeText.write(requirements.eligibility()))
                .text(ShapeText.write(requirements.needs()))
                .integer(requirements.band())
                .text(requirements.fairnessKey())
                .flag(requirements.recovery() == Recovery.RECONCILE_BEFORE_REDISPATCH)
                .textIfAny(OptionsText.write(template, template.requirements().fairnessKey()))
                .text(template.payload().mediaType())
                .bytes(template.payload().bytes())
                .text(schedule.id().value());
    }

    /** Reads columns as {@link #SELECT} names them; nothing else is asked meanwhile, so that the pool has a stand-in. */
    public static Found find(Row row) throws SQLException {
        String name = row.text();
        try {
            return new Found.Read(read(new ScheduleId(name), row));
        } catch (RuntimeException e) { // whatever readers of texts throw
            return new Found.Unreadable(name, e);
        }
    }

    /**
     * As {@link #find}, for who cannot go on without.
     *
     * @throws RowUnreadable when it cannot be read
     */
    public static Stored read(Row row) throws SQLException {
        return switch (find(row)) {
            case Found.Read read -> read.stored();
            case Found.Unreadable broken ->
                throw new RowUnreadable("schedule '" + broken.name() + "'", broken.failure());
        };
    }

    private static Stored read(ScheduleId id, Row row) throws SQLException {
        int revision = row.integer();
        long pool = row.number();
        boolean paused = row.flag();
        Moment next = row.moment();
        Optional<Moment> waiting = row.optionalMoment();
        Optional<Moment> newest = row.optionalMoment();
        Optional<WorkId> last = row.optionalText().map(WorkId::new);
        long submitted = row.number();
        long leftOut = row.number();
        TimingText timing = TimingText.read(row.text());
        ScheduleTerms terms =
                new ScheduleTerms(STAND_IN, template(row), timing.recurrence(), timing.overlap(), timing.misfire());
        return new Stored(
                new Schedule(id, revision, terms, paused, next, waiting, newest, last, submitted, leftOut), pool);
    }

    private static Submission template(Row row) throws SQLException {
        Eligibility eligibility = ShapeText.readEligibility(row.text());
        Needs needs = ShapeText.readNeeds(row.text());
        int band = row.integer();
        String fairnessKey = row.text();
        Recovery recovery = row.flag() ? Recovery.RECONCILE_BEFORE_REDISPATCH : Recovery.REDISPATCH;
        OptionsText options = OptionsText.read(row.text());
        Submission plain = ScheduleTerms.template(eligibility.kind())
                .payload(Submissions.payload(row))
                .labels(options.labels())
                .trace(options.trace())
                .build();
        return plain.with(new Requirements(
                eligibility,
                needs,
                fairnessKey,
                band,
                recovery,
                options.delay(),
                options.startBy(),
                options.runLimit()));
    }

    /** What is due among rows, of which there are as many as a page has, or fewer. */
    public static DueSchedules.Found due(Moment now, List<Found> rows, Optional<Moment> next, PoolNames names)
            throws SQLException {
        List<Schedule> due = new ArrayList<>(rows.size());
        List<DueSchedules.Unreadable> unreadable = new ArrayList<>(0);
        for (Found row : rows) {
            switch (row) {
                case Found.Read read -> due.add(named(read.stored(), names));
                case Found.Unreadable broken ->
                    unreadable.add(new DueSchedules.Unreadable(new ScheduleId(broken.name()), broken.why()));
            }
        }
        Optional<ScheduleId> more = rows.size() < DueSchedules.MOST
                ? Optional.empty()
                : Optional.of(new ScheduleId(rows.getLast().name()));
        return new DueSchedules.Found(now, due, next, unreadable, more);
    }

    /** Those that can be read, by id. */
    public static List<Schedule> readable(List<Found> rows, PoolNames names) throws SQLException {
        List<Schedule> readable = new ArrayList<>(rows.size());
        for (Found row : rows) {
            if (row instanceof Found.Read read) {
                readable.add(named(read.stored(), names));
            }
        }
        readable.sort(Comparator.comparing(Schedule::id));
        return readable;
    }

    /** The schedule with its pool. */
    public static Schedule named(Stored stored, PoolNames names) throws SQLException {
        Schedule schedule = stored.schedule();
        return schedule.in(names.name(stored.pool()));
    }
}
