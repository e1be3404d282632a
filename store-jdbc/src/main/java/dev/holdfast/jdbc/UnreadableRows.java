// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.RowUnreadable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks for rows that no program of this version can read, because somebody damaged them or another version wrote them. Each
 * is read for itself: it says nothing about the others, and nothing is done about it here.
 */
public final class UnreadableRows {
    private static final String CODE = "unreadable";
    private static final String ADVICE =
            "keep a copy, then put right what the row says, or restore it from a backup; what it is about stands still";

    /** Makes of a text what it stands for, or throws. */
    private interface Reader {
        Object read(String name, String text);
    }

    private UnreadableRows() {}

    /** What went wrong with a text, on one line. */
    static String why(RuntimeException failure) {
        Throwable reason = failure instanceof RowUnreadable row ? Objects.requireNonNull(row.getCause()) : failure;
        return Optional.ofNullable(reason.getMessage())
                .flatMap(message -> message.lines().findFirst())
                .orElseGet(() -> reason.getClass().getSimpleName());
    }

    /**
     * Reads all schedules, workers, policies, shapes of lanes, and the options of units that have not ended.
     *
     * @param prefix stands before names of tables
     * @param liveUnits selects the id and the options of units that have not ended, where they have any
     * @param most findings of one sort
     */
    public static List<Finding> find(Statements sql, String prefix, String liveUnits, int most) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        sql.of("SELECT " + ScheduleRows.SELECT + " FROM " + prefix + "schedule").each(row -> {
            if (ScheduleRows.find(row) instanceof ScheduleRows.Found.Unreadable broken && findings.size() < most) {
                findings.add(finding("schedule", broken.name(), broken.why()));
            }
        });
        findings.addAll(texts(
                sql,
                "worker",
                "SELECT name, offer FROM " + prefix + "worker",
                most,
                (name, offer) -> OfferText.read(new WorkerId(name), offer)));
        findings.addAll(texts(
                sql,
                "pool",
                "SELECT name, policy FROM " + prefix + "pool",
                most,
                (name, policy) -> PolicyText.read(policy)));
        findings.addAll(texts(
                sql,
                "eligibility",
                "SELECT id, text FROM " + prefix + "eligibility",
                most,
                (id, text) -> ShapeText.readEligibility(text)));
        findings.addAll(texts(
                sql,
                "lane",
                "SELECT id, needs FROM " + prefix + "lane",
                most,
                (id, needs) -> ShapeText.readNeeds(needs)));
        findings.addAll(texts(sql, "unit", liveUnits, most, (id, options) -> OptionsText.read(options)));
        return findings;
    }

    private static List<Finding> texts(Statements sql, String what, String select, int most, Reader reader)
            throws SQLException {
        List<Finding> findings = new ArrayList<>();
        sql.of(select).each(row -> {
            String name = row.text();
            try {
                Objects.requireNonNull(reader.read(name, row.text()));
            } catch (RuntimeException e) { // whatever readers of texts throw
                if (findings.size() < most) {
                    findings.add(finding(what, name, why(e)));
                }
            }
        });
        return findings;
    }

    private static Finding finding(String what, String name, String why) {
        return new Finding(CODE, what + " '" + name + "' cannot be read: " + why, ADVICE);
    }
}
