// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.WorkId;

/**
 * Takes away what a unit is about, for good: its payload, its labels and all results of its claims are replaced by digests
 * (SHA-256). What stays is that it was, when and how often it ran, and all evidence: ids, key, kind, requirements, codes,
 * reasons, references, names of people and workers. A digest of something that can be guessed can be guessed.
 *
 * <p>Only an ended unit can be redacted: any other may still run, and would run without its payload. Nor can it be given
 * another life afterwards. A submission that is sent again is still recognised, by the digest, and so is a repeated answer;
 * an answer that comes late is kept redacted.
 *
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record Redact(WorkId work, String actor, String reason)
        implements UnitCommand<RedactDecision>, Action<RedactDecision> {
    /** @throws IllegalArgumentException when there can be no such actor or reason */
    public Redact {
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.REDACT;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.of(work);
    }
}
