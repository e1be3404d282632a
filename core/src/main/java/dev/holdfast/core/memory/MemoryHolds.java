// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.WorkState;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The held units of a pool, by the end of their holds. */
final class MemoryHolds {
    private final TreeSet<MemoryUnit> units =
            new TreeSet<>(Comparator.comparing(MemoryHolds::end).thenComparingLong(each -> each.unit.sequence()));

    private static Moment end(MemoryUnit unit) {
        return ((WorkState.Held) unit.unit.state()).until();
    }

    void add(MemoryUnit unit) {
        units.add(unit);
    }

    void remove(MemoryUnit unit) {
        units.remove(unit);
    }

    void forEach(Consumer<MemoryUnit> action) {
        units.forEach(action);
    }

    /** Those whose hold is over at {@code now}. */
    List<MemoryUnit> over(Moment now, int most) {
        return units.stream()
                .takeWhile(each -> !end(each).isAfter(now))
                .limit(most)
                .toList();
    }
}
