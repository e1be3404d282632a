// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Each open question has one inquiry, open or given up, and no question that is closed has an open one. */
final class Inquiries {
    private final World world;

    Inquiries(World world) {
        this.world = world;
    }

    /** Whether {@code unit}, which was not there before, asks about a unit that has just become uncertain. */
    static boolean isNew(Unit unit, Map<WorkId, Unit> before, Map<WorkId, Unit> now) {
        return Inquiry.of(unit)
                .filter(asks -> asks.isOpen(Optional.ofNullable(now.get(asks.work())))
                        && !asks.isOpen(Optional.ofNullable(before.get(asks.work()))))
                .isPresent();
    }

    /** Whether the ledger itself stopped an inquiry because its question was closed. */
    static boolean isClosed(Unit before, Unit after, Map<WorkId, Unit> former, Map<WorkId, Unit> now) {
        boolean stopped = before.cancel().isEmpty()
                && after.cancel().isPresent()
                && (before.status() == Status.QUEUED
                        ? after.status() == Status.CANCELLED
                        : before.state().equals(after.state()));
        return stopped
                && Inquiry.of(before)
                        .filter(asks -> asks.isOpen(Optional.ofNullable(former.get(asks.work())))
                                && !asks.isOpen(Optional.ofNullable(now.get(asks.work()))))
                        .isPresent();
    }

    void check(Collection<Unit> units) {
        Map<WorkId, Unit> byId = new HashMap<>();
        units.forEach(unit -> byId.put(unit.id(), unit));
        Map<Inquiry, Unit> asking = new HashMap<>();
        for (Unit unit : units) {
            Optional<Inquiry> asks = Inquiry.of(unit);
            if (asks.isPresent()) {
                world.demand(unit.status() != Status.UNCERTAIN, "asked", "inquiry %s is uncertain", unit);
                world.demand(asking.put(asks.get(), unit) == null, "asked", "%s is asked twice", asks.get());
                check(
                        unit,
                        asks.get()
                                .isOpen(Optional.ofNullable(byId.get(asks.get().work()))));
            }
        }
        for (Unit unit : units) {
            if (unit.state() instanceof WorkState.Uncertain uncertain) {
                Unit inquiry = asking.get(new Inquiry(unit.id(), uncertain.fence()));
                world.demand(inquiry != null, "asked", "nobody asks about %s", unit);
            }
        }
    }

    private void check(Unit inquiry, boolean open) {
        boolean right = switch (inquiry.status()) {
            case QUEUED -> open == inquiry.cancel().isEmpty();
            case CLAIMED -> open == inquiry.cancel().isEmpty();
            case POISONED -> true;
            case SUCCEEDED, FAILED, CANCELLED -> !open;
            case HELD, UNCERTAIN -> false;
        };
        world.demand(right, "asked", "the question is %s, the inquiry is %s", open ? "open" : "closed", inquiry);
    }
}
