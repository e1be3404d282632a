// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Unit;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** Units that may stay as they are up to some moment, by that moment. It must not change while a unit is in here. */
final class MemoryDeadlines {
    private final ToLongFunction<MemoryUnit> last;
    private final TreeSet<MemoryUnit> units;

    /** @param last the last microsecond at which the unit may be as it is */
    MemoryDeadlines(ToLongFunction<MemoryUnit> last) {
        this.last = last;
        this.units = new TreeSet<>(Comparator.comparingLong(last).thenComparingLong(each -> each.unit.sequence()));
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

    /** Those whose moment is over at {@code now}. */
    List<Unit> passed(Moment now, int most) {
        return units.stream()
                .takeWhile(each -> last.applyAsLong(each) < now.micros())
                .limit(most)
                .map(each -> each.unit)
                .toList();
    }
}
