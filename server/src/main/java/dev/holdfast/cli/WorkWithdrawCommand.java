// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WithdrawDecision;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code holdfast work withdraw}. */
@Command(
        name = "withdraw",
        description = "End a unit that is still held; one that was promoted is left alone.",
        mixinStandardHelpOptions = true)
final class WorkWithdrawCommand extends WorkAction<WithdrawDecision> {
    @Override
    Withdraw action(WorkId id, String who, String why) {
        return new Withdraw(id, who, why);
    }

    @Override
    Optional<Told> tell(WithdrawDecision decision) {
        return switch (decision) {
            case WithdrawDecision.Withdrawn done -> Told.done("withdrawn: it never runs");
            case WithdrawDecision.Repeated before -> Told.done("was withdrawn before, at " + before.at());
            case WithdrawDecision.TooLate late ->
                Told.refused("too late: it is not held but " + Views.word(late.status())
                        + "; 'holdfast work cancel' may still stop it");
            case WithdrawDecision.NotFound none -> Optional.empty();
        };
    }
}
