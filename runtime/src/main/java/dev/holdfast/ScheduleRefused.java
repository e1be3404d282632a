// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.work.ScheduleDecision;

/** A schedule could not be set, paused or deleted as asked; nothing changed. */
public final class ScheduleRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ScheduleDecision decision;

    ScheduleRefused(ScheduleId schedule, ScheduleDecision decision) {
        super("schedule " + schedule + " stays as it was: " + decision);
        this.decision = decision;
    }

    public ScheduleDecision decision() {
        return decision;
    }
}
