// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.jdbc.Lane;
import dev.holdfast.jdbc.Row;
import dev.holdfast.jdbc.ShapeText;
import dev.holdfast.jdbc.Statements;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The descriptions of lanes. They are never changed and never removed, so that what was read once stays true. */
final class Lanes {
    /** Bounds the memory of a ledger with very many fairness keys. */
    private static final int MAX_KNOWN = 50_000;

    /** What a new unit looks a lane up by. */
    private record Shape(long pool, int band, String key, long eligibility, Needs needs) {}

    private static final String SELECT = "SELECT id, pool, band, fairness_key, eligibility, needs FROM lane WHERE ";
    private static final String INSERT = """
        INSERT INTO lane (pool, band, fairness_key, eligibility, needs, key_order, phase, tag) VALUES (
          ?1, ?2, ?3, ?4, ?5, ?6, 0,
          coalesce((SELECT tag FROM lane WHERE pool = ?1 AND band = ?2 AND fairness_key = ?3 LIMIT 1), 0))
        """;

    private final Statements sql;
    private final Eligibilities eligibilities;
    private final Map<Long, Lane> known = new HashMap<>();
    private final Map<Shape, Lane> byShape = new HashMap<>();

    Lanes(Statements sql, Eligibilities eligibilities) {
        this.sql = sql;
        this.eligibilities = eligibilities;
    }

    void forget() {
        known.clear();
        byShape.clear();
    }

    Lane get(long id) throws SQLException {
        Lane lane = known.get(id);
        return lane == null
                ? remember(
                        sql.of(SELECT + "id = ?").number(id).first(this::read).orElseThrow())
                : lane;
    }

    /** The lane of units with these requirements; made where there is none. */
    Lane get(long pool, long eligibility, Requirements requirements) throws SQLException {
        return get(pool, requirements.band(), requirements.fairnessKey(), eligibility, requirements.needs());
    }

    Lane get(long pool, int band, String key, long eligibility, Needs needs) throws SQLException {
        Shape shape = new Shape(pool, band, key, eligibility, needs);
        Lane lane = byShape.get(shape);
        if (lane == null) {
            lane = find(shape).orElse(null);
            lane = remember(lane == null ? make(shape) : lane);
        }
        return lane;
    }

    private Optional<Lane> find(Shape shape) throws SQLException {
        return sql.of(SELECT + "pool = ? AND band = ? AND fairness_key = ? AND eligibility = ? AND needs = ?")
                .number(shape.pool())
                .number(shape.band())
                .text(shape.key())
                .number(shape.eligibility())
                .text(ShapeText.write(shape.needs()))
                .first(this::read);
    }

    private Lane make(Shape shape) throws SQLException {
        sql.of(INSERT)
                .number(shape.pool())
                .number(shape.band())
                .text(shape.key())
                .number(shape.eligibility())
                .text(ShapeText.write(shape.needs()))
                .bytes(shape.key().getBytes(StandardCharsets.UTF_16BE))
                .update();
        return find(shape).orElseThrow();
    }

    private Lane read(Row row) throws SQLException {
        long id = row.number();
        long pool = row.number();
        int band = row.integer();
        String key = row.text();
        long eligibility = row.number();
        return new Lane(
                id, pool, band, key, eligibility, eligibilities.get(eligibility), ShapeText.readNeeds(row.text()));
    }

    private Lane remember(Lane lane) {
        if (known.size() >= MAX_KNOWN) {
            forget();
        }
        known.put(lane.id, lane);
        byShape.put(new Shape(lane.pool, lane.band, lane.key, lane.eligibilityId, lane.needs), lane);
        return lane;
    }
}
