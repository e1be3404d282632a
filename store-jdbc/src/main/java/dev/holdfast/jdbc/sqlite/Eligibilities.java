// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.EligibilityClass;
import dev.holdfast.core.work.Pool;
import dev.holdfast.jdbc.Migrations;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.ShapeText;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Eligibilities and their classes. An eligibility is described once and for ever; it has a class while units of it may
 * wait. Classes are few, their numbers only grow, so that a worker that knows all up to a mark knows what to ask about.
 */
final class Eligibilities {
    private record Text(long pool, Eligibility eligibility) {}

    private record ClassKey(long pool, int number) {}

    private static final String WITHOUT_USE = Migrations.read(Eligibilities.class, "classes-without-use.sql");

    private final Statements sql;
    private final Map<Long, Eligibility> known = new HashMap<>();
    private final Map<Text, Long> ids = new HashMap<>();
    private final Map<ClassKey, Long> classes = new HashMap<>();

    Eligibilities(Statements sql) {
        this.sql = sql;
    }

    void forget() {
        known.clear();
        ids.clear();
        classes.clear();
    }

    Eligibility get(long id) throws SQLException {
        Eligibility eligibility = known.get(id);
        return eligibility == null
                ? sql.of("SELECT id, pool, text FROM eligibility WHERE id = ?")
                        .number(id)
                        .first(this::read)
                        .orElseThrow()
                : eligibility;
    }

    private Eligibility read(Row row) throws SQLException {
        long id = row.number();
        long pool = row.number();
        Eligibility eligibility = ShapeText.readEligibility(row.text());
        if (known.size() > 10 * AdmissionRules.MAX_CLASSES) {
            forget();
        }
        known.put(id, eligibility);
        ids.put(new Text(pool, eligibility), id);
        return eligibility;
    }

    /** The number of an eligibility that has a class, given one while there is room; empty when there is none. */
    OptionalLong admit(Pools.Stored pool, Eligibility eligibility) throws SQLException {
        OptionalLong id = find(pool.id(), eligibility);
        if (id.isPresent() && hasClass(id.getAsLong())) {
            return id;
        }
        return count(pool.id()) >= AdmissionRules.MAX_CLASSES
                ? OptionalLong.empty()
                : OptionalLong.of(admitAlways(pool, eligibility));
    }

    /** As {@link #admit}, also where there is no room for one class more. */
    long admitAlways(Pools.Stored pool, Eligibility eligibility) throws SQLException {
        long id = describe(pool.id(), eligibility);
        readmit(pool.id(), id);
        return id;
    }

    /** The number of an eligibility, with a class or without one. */
    long describe(long pool, Eligibility eligibility) throws SQLException {
        OptionalLong id = find(pool, eligibility);
        if (id.isEmpty()) {
            sql.of("INSERT INTO eligibility (pool, text) VALUES (?, ?)")
                    .number(pool)
                    .text(ShapeText.write(eligibility))
                    .update();
            id = find(pool, eligibility);
        }
        return id.getAsLong();
    }

    /** An eligibility that had a class has one again, though there may be no room for new ones. */
    void readmit(long pool, long id) throws SQLException {
        if (!hasClass(id)) {
            giveClass(pool, id);
        }
    }

    private OptionalLong find(long pool, Eligibility eligibility) throws SQLException {
        Long id = ids.get(new Text(pool, eligibility));
        if (id != null) {
            return OptionalLong.of(id);
        }
        Optional<Long> found = sql.of("SELECT id FROM eligibility WHERE pool = ? AND text = ?")
                .number(pool)
                .text(ShapeText.write(eligibility))
                .first(row -> row.number());
        if (found.isEmpty()) {
            return OptionalLong.empty();
        }
        get(found.get());
        return OptionalLong.of(found.get());
    }

    private boolean hasClass(long id) throws SQLException {
        return sql.of("SELECT class IS NOT NULL FROM eligibility WHERE id = ?")
                .number(id)
                .first(row -> row.flag())
                .orElse(false);
    }

    private long count(long pool) throws SQLException {
        return sql.of("SELECT count(*) FROM eligibility WHERE pool = ? AND class IS NOT NULL")
                .number(pool)
                .first(row -> row.number())
                .orElse(0L);
    }

    private void giveClass(long pool, long id) throws SQLException {
        sql.of("UPDATE pool SET newest_class = newest_class + 1 WHERE id = ?")
                .number(pool)
                .update();
        sql.of("UPDATE eligibility SET class = (SELECT newest_class FROM pool WHERE id = ?) WHERE id = ?")
                .number(pool)
                .number(id)
                .update();
    }

    /**
     * Drops classes all of whose lanes are drained, owe nothing and have no unit that may wait again: a unit that was
     * admitted never lacks its class.
     */
    void dropUnused(Pools.Stored stored) throws SQLException {
        Pool pool = stored.pool();
        sql.of(WITHOUT_USE).number(stored.id()).text(pool.clocks().toString()).update();
    }

    /** The classes with numbers beyond {@code mark}, in order. */
    List<EligibilityClass> after(long pool, int mark) throws SQLException {
        return sql.of("SELECT class, id FROM eligibility WHERE pool = ? AND class > ? ORDER BY class")
                .number(pool)
                .number(mark)
                .list(row -> new EligibilityClass(row.integer(), get(row.number())));
    }

    /** The eligibility of a class; empty when the class is gone, and with it all that waited in it. */
    OptionalLong ofClass(long pool, int number) throws SQLException {
        Long id = classes.get(new ClassKey(pool, number));
        if (id != null) {
            return OptionalLong.of(id);
        }
        Optional<Long> found = sql.of("SELECT id FROM eligibility WHERE pool = ? AND class = ?")
                .number(pool)
                .number(number)
                .first(row -> row.number());
        found.ifPresent(each -> classes.put(new ClassKey(pool, number), each));
        return found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(found.get());
    }
}
