// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.RedactDecision;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast work redact}. */
@Command(
        name = "redact",
        description = "Replace payload, labels and results of an ended unit by digests, for good. Its evidence stays.",
        mixinStandardHelpOptions = true)
final class WorkRedactCommand implements Callable<Integer> {
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
            RedactDecision decision = open.submit(new Redact(work.id(), actor.name(), reason.text()));
            if (decision instanceof RedactDecision.NotFound) {
                throw work.unknown();
            }
            output.printAnswer(work.id().value(), sentence(decision));
            return decision instanceof RedactDecision.NotEnded ? ExitCode.REFUSED : ExitCode.DONE;
        }
    }

    private static String sentence(RedactDecision decision) {
        return switch (decision) {
            case RedactDecision.Redacted now -> "redacted: only digests are left";
            case RedactDecision.Repeated before -> "it was redacted before";
            case RedactDecision.NotEnded state ->
                "refused: it may still run, it is " + Views.word(state.status()) + "; cancel it first";
            case RedactDecision.NotFound none -> "not found";
        };
    }
}
