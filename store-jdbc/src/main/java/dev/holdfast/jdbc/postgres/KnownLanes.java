// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.ShapeText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/** The descriptions of lanes and eligibilities. They are never changed and never removed. */
final class KnownLanes {
    /** Bounds the memory of a process that sees very many fairness keys. */
    private static final int MAX_KNOWN = 100_000;

    /** What a new unit looks a lane up by. */
    private record Shape(int pool, int band, String key, Eligibility eligibility, Needs needs) {}

    /** @param keyNumber the store's number of the lane's fairness key */
    record Known(Lane lane, long keyNumber) {}

    private static final String SELECT = """
        SELECT l.id, k.pool, k.band, k.name, l.eligibility, l.needs, k.id, e.text
        FROM unnest(?) z (id)
        JOIN $.lane l ON l.id = z.id
        JOIN $.fairness_key k ON k.id = l.fairness_key
        JOIN $.eligibility e ON e.id = l.eligibility\
        """;

    private final Map<Long, Known> byNumber = new ConcurrentHashMap<>();
    private final Map<Shape, Known> byShape = new ConcurrentHashMap<>();
    private final Map<Integer, Eligibility> eligibilities = new ConcurrentHashMap<>();

    private record ClassKey(int pool, int number) {}

    private final Map<ClassKey, Integer> classes = new ConcurrentHashMap<>();

    void forget() {
        classes.clear();
        byNumber.clear();
        byShape.clear();
        eligibilities.clear();
    }

    /** The lane of units with these requirements, if this process has seen it. */
    Optional<Known> find(int pool, Requirements requirements) {
        return Optional.ofNullable(byShape.get(new Shape(
                pool,
                requirements.band(),
                requirements.fairnessKey(),
                requirements.eligibility(),
                requirements.needs())));
    }

    Lane get(Session session, long number) throws SQLException {
        return known(session, number).lane();
    }

    Known known(Session session, long number) throws SQLException {
        Known known = byNumber.get(number);
        if (known == null) {
            load(session, new long[] {number});
            known = byNumber.get(number);
        }
        if (known == null) {
            throw new IllegalStateException("there is no lane " + number);
        }
        return known;
    }

    /** Reads those of the lanes that are not known, at once. */
    void load(Session session, long[] numbers) throws SQLException {
        long[] unknown = LongStream.of(numbers)
                .filter(number -> !byNumber.containsKey(number))
                .distinct()
                .toArray();
        if (unknown.length == 0) {
            return;
        }
        if (byNumber.size() + unknown.length > MAX_KNOWN) {
            forget();
        }
        List<Known> read = new ArrayList<>();
        session.sql.of(SELECT).array(unknown).each(row -> read.add(read(row)));
        for (Known each : read) {
            Lane lane = each.lane();
            byNumber.put(lane.id, each);
            byShape.put(new Shape((int) lane.pool, lane.band, lane.key, lane.eligibility, lane.needs), each);
        }
    }

    private Known read(Row row) throws SQLException {
        long id = row.number();
        long pool = row.number();
        int band = row.integer();
        String key = row.text();
        int eligibility = row.integer();
        Needs needs = ShapeText.readNeeds(row.text());
        long keyNumber = row.number();
        Eligibility described = ShapeText.readEligibility(row.text());
        eligibilities.put(eligibility, described);
        return new Known(new Lane(id, pool, band, key, eligibility, described, needs), keyNumber);
    }

    Eligibility eligibility(Session session, int number) throws SQLException {
        Eligibility known = eligibilities.get(number);
        if (known == null) {
            known = session.sql
                    .of("SELECT text FROM $.eligibility WHERE id = ?")
                    .integer(number)
                    .first(row -> ShapeText.readEligibility(row.text()))
                    .orElseThrow();
            eligibilities.put(number, known);
        }
        return known;
    }

    void learn(int pool, int number, int eligibility) {
        classes.put(new ClassKey(pool, number), eligibility);
    }

    /** The eligibility of a class; empty when the class is gone, and with it all that waited in it. */
    OptionalLong ofClass(Session session, int pool, int number) throws SQLException {
        Integer known = classes.get(new ClassKey(pool, number));
        if (known != null) {
            return OptionalLong.of(known);
        }
        Optional<Integer> found = session.sql
                .of("SELECT id FROM $.eligibility WHERE pool = ? AND class = ?")
                .integer(pool)
                .integer(number)
                .first(row -> row.integer());
        found.ifPresent(eligibility -> learn(pool, number, eligibility));
        return found.map(OptionalLong::of).orElse(OptionalLong.empty());
    }
}
