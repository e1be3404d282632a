// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.WorkId;

/**
 * Ends a unit that is still HELD: CANCELLED, code {@code withdrawn}. Unlike a {@link Cancel} it touches nothing that was
 * promoted before: whoever prepared work and gives it up need not know how far it got.
 *
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters; kept with the unit as that of a cancel
 */
public record Withdraw(WorkId work, String actor, String reason)
        implements UnitCommand<WithdrawDecision>, Action<WithdrawDecision> {
    /** @throws IllegalArgumentException when there can be no such actor or reason */
    public Withdraw {
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.WITHDRAW;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(work);
    }
}
