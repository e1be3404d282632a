// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.CancelDecision;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast work cancel}. */
@Command(name = "cancel", description = "Cancel a unit, or ask its holder to stop.", mixinStandardHelpOptions = true)
final class WorkCancelCommand implements Callable<Integer> {
    @Mixin
    private WorkArgument work;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; kept with the unit")
    private String reason;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            CancelDecision decision = open.submit(new Cancel(work.id(), actor.name(), reason));
            if (decision instanceof CancelDecision.NotFound) {
                throw work.unknown();
            }
            output.printAnswer(work.id().value(), sentence(decision));
            boolean refused =
                    decision instanceof CancelDecision.TooLate || decision instanceof CancelDecision.QuestionOpen;
            return refused ? ExitCode.REFUSED : ExitCode.DONE;
        }
    }

    private static String sentence(CancelDecision decision) {
        return switch (decision) {
            case CancelDecision.Cancelled done -> "cancelled";
            case CancelDecision.CancelRequested asked ->
                "cancel requested: its holder is told with its next heartbeat, within a third of its lease";
            case CancelDecision.CancelRecorded kept -> "cancel recorded: takes effect with the evidence it waits for";
            case CancelDecision.Repeated before ->
                "cancel was requested before, by " + before.first().actor() + ": "
                        + before.first().reason();
            case CancelDecision.TooLate late -> "too late: it has ended " + Views.word(late.status());
            case CancelDecision.QuestionOpen open ->
                "refused: it is an inquiry and its question is open; it ends when what it asks about is resolved";
            case CancelDecision.NotFound none -> "not found";
        };
    }
}
