// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import java.util.Locale;
import java.util.Optional;

/**
 * The reaction to an operator's command that changes something: an entry of the audit, in the same commit. Of the other
 * commands nothing is kept here: their trace is what they change.
 */
final class AuditRules {
    private AuditRules() {}

    /** @param decision of a command that changes something */
    static Optional<AuditEntry> entry(Command<?> command, Decision decision, Moment now) {
        return switch (command) {
            case Cancel cancel ->
                entry(
                        now,
                        cancel.actor(),
                        cancel.reason(),
                        AuditEntry.Act.CANCEL,
                        AuditEntry.Subject.of(cancel.work()),
                        decision);
            case Resolve resolve ->
                entry(
                        now,
                        resolve.actor(),
                        resolve.reference(),
                        AuditEntry.Act.RESOLVE,
                        AuditEntry.Subject.of(resolve.work()),
                        decision);
            case Redrive redrive ->
                entry(
                        now,
                        redrive.actor(),
                        redrive.reason(),
                        AuditEntry.Act.REDRIVE,
                        AuditEntry.Subject.of(redrive.work()),
                        decision);
            case Redact redact ->
                entry(
                        now,
                        redact.actor(),
                        redact.reason(),
                        AuditEntry.Act.REDACT,
                        AuditEntry.Subject.of(redact.work()),
                        decision);
            case DefinePool define ->
                entry(
                        now,
                        define.actor(),
                        define.reason(),
                        AuditEntry.Act.DEFINE,
                        AuditEntry.Subject.of(define.pool()),
                        decision);
            case PausePool pause ->
                entry(
                        now,
                        pause.actor(),
                        pause.reason(),
                        pause.paused() ? AuditEntry.Act.PAUSE : AuditEntry.Act.RESUME,
                        AuditEntry.Subject.of(pause.pool()),
                        decision);
            case DrainWorker drain ->
                entry(
                        now,
                        drain.actor(),
                        drain.reason(),
                        drain.draining() ? AuditEntry.Act.DRAIN : AuditEntry.Act.ACCEPT,
                        AuditEntry.Subject.of(drain.worker()),
                        decision);
            default -> Optional.empty();
        };
    }

    private static Optional<AuditEntry> entry(
            Moment now,
            String actor,
            String reason,
            AuditEntry.Act act,
            AuditEntry.Subject subject,
            Decision decision) {
        return Optional.of(new AuditEntry(AuditEntry.UNNUMBERED, now, actor, reason, act, subject, outcome(decision)));
    }

    private static String outcome(Decision decision) {
        return switch (decision) {
            case ResolveDecision.Resolved now ->
                "resolved: " + words(now.status().name());
            case RedriveDecision.Redriven now -> "redriven: life " + now.life();
            case PoolDecision.Revised now -> "revised: revision " + now.revision();
            case PoolDecision.Defined now -> "defined: revision " + now.revision();
            default -> words(decision.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " "));
        };
    }

    private static String words(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
