// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Unit;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Finds units together with what they are related to; most units are related to none, and cost one look-up. */
public final class RelatedUnits {
    private RelatedUnits() {}

    /**
     * Those units that exist and, behind them, what they are related to.
     *
     * @param find returns those units of an id that exist
     */
    public static List<Unit> find(Collection<WorkId> ids, SqlFunction<Collection<WorkId>, List<Unit>> find)
            throws SQLException {
        List<Unit> found = find.apply(ids);
        List<WorkId> related = found.stream()
                .flatMap(unit -> Inquiry.related(unit).stream())
                .filter(id -> !ids.contains(id))
                .distinct()
                .toList();
        if (related.isEmpty()) {
            return found;
        }
        List<Unit> all = new ArrayList<>(found);
        all.addAll(find.apply(related));
        return all;
    }
}
