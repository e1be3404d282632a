// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.WorkId;

/**
 * Gives a unit that ended without success another life: it waits again at once, with fresh budgets and without a request
 * to cancel. Who asked for it and why is kept with the life that is over, for as long as the unit.
 *
 * <p>What goes on: the unit's id, its place in the order of admission, its claims with their answers, and its fences, which
 * grow over all lives. A latest start that has passed is dropped, because nobody could keep it any more; one that is still
 * to come stays. A unit that demands more than its pool has waits, also where the policy would have refused it at
 * admission.
 *
 * <p>The idempotency key goes on too: it leads to this unit in every life, whether or not its horizon has passed, and no
 * other unit can get it while this one is kept. Once history has forgotten the unit, its id names nothing, or the unit
 * that was submitted with the key since.
 *
 * @param expectedLife the life that is to be followed by another one, from 1; so that a command that is sent twice, or by
 *     two people, begins one life
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 * @param force also when a claim has an answer that came too late, and that may say that the effect took place
 */
public record Redrive(WorkId work, int expectedLife, String actor, String reason, boolean force)
        implements UnitCommand<RedriveDecision>, Action<RedriveDecision> {
    /** @throws IllegalArgumentException when there can be no such life, actor or reason */
    public Redrive {
        if (expectedLife < 1) {
            throw new IllegalArgumentException("lives are counted from 1, not " + expectedLife);
        }
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.REDRIVE;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(work);
    }
}
