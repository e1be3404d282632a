// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import java.util.Locale;
import java.util.Optional;

/**
 * The reaction to an {@link Action}, or to a promotion by hand, that changes something; of other commands the trace is what they
 * change.
 */
final class AuditRules {
    private AuditRules() {}

    /** @param decision of a command that changes something */
    static Optional<AuditEntry> entry(Command<?> command, Decision decision, Moment now) {
        if (command instanceof Promote promote) {
            return promote.operator()
                    .map(operator -> new AuditEntry(
                            AuditEntry.UNNUMBERED,
                            now,
                            operator.actor(),
                            operator.reason(),
                            AuditEntry.Act.PROMOTE,
                            AuditEntry.Subject.of(promote.work()),
                            outcome(decision)));
        }
        return command instanceof Action<?> action
                ? Optional.of(new AuditEntry(
                        AuditEntry.UNNUMBERED,
                        now,
                        action.actor(),
                        action.reason(),
                        action.act(),
                        action.subject(),
                        outcome(decision)))
                : Optional.empty();
    }

    private static String outcome(Decision decision) {
        return switch (decision) {
            case ResolveDecision.Resolved now ->
                "resolved: " + words(now.status().name());
            case RedriveDecision.Redriven now -> "redriven: life " + now.life();
            case PoolDecision.Revised now -> "revised: revision " + now.revision();
            case PoolDecision.Defined now -> "defined: revision " + now.revision();
            case DomainDecision.Revised now -> "revised: revision " + now.revision();
            case DomainDecision.Defined now -> "defined: revision " + now.revision();
            case ScheduleDecision.Revised now -> "revised: revision " + now.revision();
            case ScheduleDecision.Defined now -> "defined: revision " + now.revision();
            default -> words(decision.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " "));
        };
    }

    private static String words(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
