// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Unit;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds what is in the way of units that were not inserted: a unit of their key or of their id, or that no class is left. */
final class InTheWay {
    private final Session session;
    private final PoolId pool;

    InTheWay(Session session, PoolId pool) {
        this.session = session;
        this.pool = pool;
    }

    /**
     * The answers for all units of a batch; empty when what was in the way of one is gone, so that it has to be inserted
     * once more.
     *
     * @param lanes the number of each unit's lane; a missing one says that there is no class left for it
     */
    Optional<List<Insertion>> of(List<NewUnit> units, List<Optional<Long>> lanes, boolean[] inserted)
            throws SQLException {
        Set<String> ids = new LinkedHashSet<>();
        for (int i = 0; i < inserted.length; i++) {
            if (!inserted[i]) {
                ids.add(units.get(i).id().value());
                ids.add(Submitting.ofKey(units.get(i)).value());
            }
        }
        Map<String, Unit> leads = ids.isEmpty() ? Map.of() : new Units(session).leading(ids);
        Map<String, Moment> until = ids.isEmpty() ? Map.of() : keysUntil(ids);
        List<Insertion> insertions = new ArrayList<>(inserted.length);
        for (int i = 0; i < inserted.length; i++) {
            Optional<Insertion> insertion = inserted[i]
                    ? Optional.of(new Insertion.Inserted())
                    : inTheWay(units.get(i), lanes.get(i).isPresent(), leads, until);
            if (insertion.isEmpty()) {
                return Optional.empty();
            }
            insertions.add(insertion.get());
        }
        return Optional.of(insertions);
    }

    /** What is in the way of each unit by its key or its id. */
    List<Optional<Insertion>> of(List<NewUnit> units) throws SQLException {
        Set<String> ids = new LinkedHashSet<>();
        for (NewUnit unit : units) {
            ids.add(unit.id().value());
            ids.add(Submitting.ofKey(unit).value());
        }
        Map<String, Unit> leads = new Units(session).leading(ids);
        Map<String, Moment> until = keysUntil(ids);
        return units.stream().map(unit -> inTheWay(unit, true, leads, until)).toList();
    }

    private Map<String, Moment> keysUntil(Set<String> ids) throws SQLException {
        Map<String, Moment> until = new LinkedHashMap<>();
        session.sql
                .of("SELECT id, key_until FROM $.unit_id WHERE id = ANY (?)")
                .array(ids.toArray(String[]::new))
                .each(row -> until.put(row.text(), row.moment()));
        return until;
    }

    /** Empty when it is gone again: somebody removed it between two looks. */
    private Optional<Insertion> inTheWay(
            NewUnit fresh, boolean hasLane, Map<String, Unit> leads, Map<String, Moment> until) {
        String ofKey = Submitting.ofKey(fresh).value();
        Unit sameKey = leads.get(ofKey);
        if (sameKey != null
                && sameKey.pool().equals(pool)
                && sameKey.submission().key().equals(fresh.submission().key())) {
            return Optional.ofNullable(until.get(ofKey)).map(moment -> new Insertion.KeyTaken(sameKey, moment));
        }
        Unit sameId = leads.get(fresh.id().value());
        if (sameId != null) {
            return Optional.of(new Insertion.IdTaken(sameId));
        }
        return hasLane ? Optional.empty() : Optional.of(new Insertion.NoClassLeft(AdmissionRules.MAX_CLASSES));
    }
}
