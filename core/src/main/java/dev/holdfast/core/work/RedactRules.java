// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.Optional;

/**
 * A redaction changes what is kept of a unit, never its state.
 *
 * <pre>
 * 1 no such unit                       NotFound
 * 2 QUEUED, CLAIMED, UNCERTAIN         NotEnded
 * 3 nothing but digests is left        Repeated
 * 4 ended                              Redacted
 * </pre>
 */
final class RedactRules {
    private RedactRules() {}

    static Ruling<RedactDecision> redact(Optional<Unit> stored) {
        if (stored.isEmpty()) {
            return Ruling.unchanged(new RedactDecision.NotFound());
        }
        Unit unit = stored.get();
        if (!unit.status().isEnd()) {
            return Ruling.unchanged(new RedactDecision.NotEnded(unit.status()));
        }
        Unit after = unit.redacted();
        return after.equals(unit)
                ? Ruling.unchanged(new RedactDecision.Repeated())
                : Ruling.changed(after, new RedactDecision.Redacted());
    }
}
