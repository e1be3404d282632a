// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WithdrawDecision;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast work withdraw}. */
@Command(
        name = "withdraw",
        description = "End a unit that is still held; one that was promoted is left alone.",
        mixinStandardHelpOptions = true)
final class WorkWithdrawCommand implements Callable<Integer> {
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
            WithdrawDecision decision = open.submit(new Withdraw(work.id(), actor.name(), reason.text()));
            if (decision instanceof WithdrawDecision.NotFound) {
                throw work.unknown();
            }
            output.printAnswer(work.id().value(), sentence(decision));
            return decision instanceof WithdrawDecision.TooLate ? ExitCode.REFUSED : ExitCode.DONE;
        }
    }

    private static String sentence(WithdrawDecision decision) {
        return switch (decision) {
            case WithdrawDecision.Withdrawn done -> "withdrawn: it never runs";
            case WithdrawDecision.Repeated before -> "was withdrawn before, at " + before.at();
            case WithdrawDecision.TooLate late ->
                "too late: it is not held but " + Views.word(late.status())
                        + "; 'holdfast work cancel' may still stop it";
            case WithdrawDecision.NotFound none -> "not found";
        };
    }
}
