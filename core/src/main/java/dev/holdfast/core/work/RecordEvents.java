// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;

/**
 * Starts or stops recording what {@link Events} tells of a pool. While it is recorded, each admission, return to the queue
 * and end of one of its units writes a row more; a ledger of which no pool is recorded pays nothing. What was recorded stays.
 *
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record RecordEvents(PoolId pool, boolean recorded, String actor, String reason)
        implements Action<RecordDecision> {
    /** @throws IllegalArgumentException when there can be no such actor or reason */
    public RecordEvents {
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return recorded ? AuditEntry.Act.RECORD : AuditEntry.Act.UNRECORD;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(pool);
    }
}
