// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;

/** The place where the newest version of a unit stands. */
final class MemoryUnit {
    Unit unit;

    /** The lane it waits in once it is due; its pool may have forgotten that of an ended unit. */
    MemoryLane lane;

    MemoryUnit(Unit unit, MemoryLane lane) {
        this.unit = unit;
        this.lane = lane;
    }

    /** A hold lasts up to its end, not beyond. */
    long lastHeldMicros() {
        return unit.state() instanceof WorkState.Held held ? held.until().micros() - 1 : Long.MAX_VALUE;
    }

    long startByMicros() {
        return unit.startBy().isPresent() ? unit.startBy().get().micros() : Long.MAX_VALUE;
    }
}
