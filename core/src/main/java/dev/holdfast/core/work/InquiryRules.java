// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * What is different about inquiries: they end with their question. These guards come after those of the command, and hold
 * what that would have done.
 *
 * <pre>
 * settle Succeeded, Failed, Cancelled, the question is open   ResolveInstead
 * cancel, the question is open                                QuestionOpen
 * redrive, the question is closed                             QuestionClosed
 * </pre>
 *
 * <p>So an open question has an inquiry that waits, is claimed, or was given up (POISONED), and a closed one has none that
 * waits. An inquiry that somebody holds when its question is closed is told to stop, like any unit that is cancelled; what
 * its holder says after that is taken.
 */
final class InquiryRules {
    /** Who closes an inquiry, in the eyes of its history: not a person, and not its holder. */
    private static final String ACTOR = "ledger";

    private InquiryRules() {}

    /** @param open whether the question of the inquiry that {@code command} is about is open */
    static Ruling<?> guard(UnitCommand<?> command, Ruling<?> ruling, boolean open) {
        if (ruling.after().isEmpty()) {
            return ruling;
        }
        return switch (ruling.decision()) {
            case SettleDecision.Accepted accepted
            when open && command instanceof Settle settle && ends(settle.answer()) ->
                Ruling.unchanged(new SettleDecision.ResolveInstead());
            case CancelDecision cancelled when open -> Ruling.unchanged(new CancelDecision.QuestionOpen());
            case RedriveDecision.Redriven redriven when !open -> Ruling.unchanged(new RedriveDecision.QuestionClosed());
            default -> ruling; // decisions of all commands come by here
        };
    }

    /** Giving up is no end of the question: it waits for a person then. */
    private static boolean ends(Answer answer) {
        return switch (answer) {
            case Answer.Succeeded done -> true;
            case Answer.Failed failed -> true;
            case Answer.Cancelled cancelled -> true;
            case Answer.Poisoned poisoned -> false;
            case Answer.Released released -> false;
        };
    }

    /** The inquiry after its question was answered; empty when that changes nothing about it. */
    static Optional<Unit> closed(Unit inquiry, Moment now) {
        Cancel close = new Cancel(inquiry.id(), ACTOR, Codes.ANSWERED);
        return CancelRules.cancel(close, Optional.of(inquiry), now).after();
    }
}
