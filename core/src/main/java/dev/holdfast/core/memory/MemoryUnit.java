// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.work.Unit;

/** The place where the newest version of a unit stands. */
final class MemoryUnit {
    Unit unit;

    /** The lane it waits in once it is due; its pool may have forgotten that of an ended unit. */
    MemoryLane lane;

    MemoryUnit(Unit unit, MemoryLane lane) {
        this.unit = unit;
        this.lane = lane;
    }

    long startByMicros() {
        return unit.startBy().isPresent() ? unit.startBy().get().micros() : Long.MAX_VALUE;
    }
}
