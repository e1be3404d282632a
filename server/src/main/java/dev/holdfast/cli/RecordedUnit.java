// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Command;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Recorded;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.HandBack;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HeartbeatDecision;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.UnitCommand;
import java.util.Locale;
import java.util.Optional;

/** What a recorded command has to do with a unit. */
final class RecordedUnit {
    private RecordedUnit() {}

    static boolean isAbout(WorkId work, Recorded recorded) {
        return switch (recorded.command()) {
            case UnitCommand<?> unit -> unit.work().equals(work);
            case Submit submit -> id(submit).equals(work);
            case ClaimWork claim -> grant(work, recorded).isPresent();
            case Heartbeat beat ->
                told(work, recorded).isPresent() || held(work, beat).isPresent();
            default -> false;
        };
    }

    private static WorkId id(Submit submit) {
        return submit.submission()
                .id()
                .orElseGet(
                        () -> WorkId.derived(submit.pool(), submit.submission().key()));
    }

    private static Optional<Fence> grant(WorkId work, Recorded recorded) {
        return recorded.decision()
                .filter(ClaimDecision.Granted.class::isInstance)
                .map(ClaimDecision.Granted.class::cast)
                .flatMap(granted -> granted.grants().stream()
                        .filter(grant -> grant.work().equals(work))
                        .map(Grant::fence)
                        .findFirst());
    }

    private static Optional<Fence> held(WorkId work, Heartbeat beat) {
        return beat.holdings() instanceof Holdings.Listed listed
                ? listed.claims().stream()
                        .filter(claim -> claim.work().equals(work))
                        .map(Holdings.Holding::fence)
                        .findFirst()
                : Optional.empty();
    }

    /** What a heartbeat was told about it. */
    private static Optional<Fence> told(WorkId work, Recorded recorded) {
        return recorded.decision()
                .filter(HeartbeatDecision.Renewed.class::isInstance)
                .map(HeartbeatDecision.Renewed.class::cast)
                .flatMap(renewed -> renewed.directives().stream()
                        .flatMap(directive -> about(work, directive).stream())
                        .findFirst());
    }

    private static Optional<Fence> about(WorkId work, HeartbeatDecision.Directive directive) {
        return switch (directive) {
            case HeartbeatDecision.Directive.CancelClaim cancel ->
                cancel.work().equals(work) ? Optional.of(cancel.fence()) : Optional.empty();
            case HeartbeatDecision.Directive.Lost lost ->
                lost.work().equals(work) ? Optional.of(lost.fence()) : Optional.empty();
            case HeartbeatDecision.Directive.Drain drain -> Optional.empty();
            case HeartbeatDecision.Directive.SendHoldings send -> Optional.empty();
        };
    }

    /** The fence that the command names or was granted; empty when there is none. */
    static String fence(WorkId work, Recorded recorded) {
        Optional<Fence> fence = switch (recorded.command()) {
            case Begin begin -> Optional.of(begin.fence());
            case Settle settle -> Optional.of(settle.fence());
            case Resolve resolve -> Optional.of(resolve.fence());
            case HandBack back -> Optional.of(back.fence());
            case ClaimWork claim -> grant(work, recorded);
            case Heartbeat beat -> told(work, recorded).or(() -> held(work, beat));
            default -> Optional.empty();
        };
        return fence.map(Fence::toString).orElse("");
    }

    static String by(Command<?> command) {
        return switch (command) {
            case ClaimWork claim -> claim.worker().value();
            case Heartbeat beat -> beat.worker().value();
            case Cancel cancel -> cancel.actor();
            case Resolve resolve -> resolve.actor();
            case Redrive redrive -> redrive.actor();
            case Redact redact -> redact.actor();
            default -> "";
        };
    }

    /** Its word, and of an answer what it says. */
    static String command(Command<?> command) {
        return switch (command) {
            case ClaimWork claim -> "claim";
            case Settle settle -> Views.answer(settle.answer());
            case Resolve resolve -> "resolve " + Views.resolution(resolve.resolution());
            case HandBack back -> "hand back";
            default -> command.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        };
    }
}
