// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Terms that a schedule is to have, beside those that it has.
 *
 * @param stored the schedule as it is; empty where there is none
 */
record TermsChange(ScheduleId schedule, Optional<Schedule> stored, ScheduleTerms terms) {
    /** That of the schedule as it is; 0 for one that is not there. */
    int revision() {
        return stored.map(Schedule::revision).orElse(0);
    }

    boolean changesNothing() {
        return stored.filter(known -> known.terms().differences(terms).isEmpty())
                .isPresent();
    }

    /** What makes the change, and nothing once somebody else has changed the schedule. */
    SetSchedule command(String actor, String reason) {
        return new SetSchedule(schedule, terms, stored.map(Schedule::revision), actor, reason);
    }

    String title(String ledger) {
        String name = "schedule '" + Text.oneLine(schedule.value()) + "' ";
        return stored.isPresent()
                ? name + "of " + ledger + ", revision " + revision() + (changesNothing() ? ": nothing differs" : ":")
                : name + "is new in " + ledger + ":";
    }

    /** A row for each value that differs: what it is, and what it is to be. */
    List<Map<String, Object>> rows() {
        Map<String, String> before =
                stored.map(known -> ScheduleViews.terms(known.terms())).orElse(Map.of());
        Map<String, String> after = ScheduleViews.terms(terms);
        Set<String> names = new LinkedHashSet<>(after.keySet());
        names.addAll(before.keySet());
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String name : names) {
            if (!before.getOrDefault(name, "").equals(after.getOrDefault(name, ""))) {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("member", name);
                row.put("before", before.getOrDefault(name, "none"));
                row.put("after", after.getOrDefault(name, "none"));
                rows.add(row);
            }
        }
        return rows;
    }

    List<String> lines() {
        return rows().stream()
                .map(row -> "  " + row.get("member") + ": " + Table.cell(row.get("before")) + " -> "
                        + Table.cell(row.get("after")))
                .toList();
    }
}
