// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.PromoteDecision;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast work promote}. */
@Command(name = "promote", description = "Let a held unit go, so that it is run.", mixinStandardHelpOptions = true)
final class WorkPromoteCommand implements Callable<Integer> {
    @Mixin
    private WorkArgument work;

    @Mixin
    private Reason reason;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            PromoteDecision decision = open.submit(Promote.by(actor.name(), reason.text(), work.id()));
            if (decision instanceof PromoteDecision.NotFound) {
                throw work.unknown();
            }
            output.printAnswer(work.id().value(), sentence(decision));
            return decision instanceof PromoteDecision.Withdrawn ? ExitCode.REFUSED : ExitCode.DONE;
        }
    }

    private static String sentence(PromoteDecision decision) {
        return switch (decision) {
            case PromoteDecision.Promoted done -> "promoted: it waits to be claimed";
            case PromoteDecision.Repeated before -> "is not held: it is " + Views.word(before.status());
            case PromoteDecision.Withdrawn late -> "too late: it was withdrawn at " + late.at();
            case PromoteDecision.NotFound none -> "not found";
        };
    }
}
