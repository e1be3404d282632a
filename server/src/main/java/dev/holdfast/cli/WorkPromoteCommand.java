// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.PromoteDecision;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code holdfast work promote}. */
@Command(name = "promote", description = "Let a held unit go, so that it is run.", mixinStandardHelpOptions = true)
final class WorkPromoteCommand extends WorkAction<PromoteDecision> {
    @Override
    Promote action(WorkId id, String who, String why) {
        return Promote.by(who, why, id);
    }

    @Override
    Optional<Told> tell(PromoteDecision decision) {
        return switch (decision) {
            case PromoteDecision.Promoted done -> Told.done("promoted: it waits to be claimed");
            case PromoteDecision.Repeated before -> Told.done("is not held: it is " + Views.word(before.status()));
            case PromoteDecision.Withdrawn late -> Told.refused("too late: it was withdrawn at " + late.at());
            case PromoteDecision.NotFound none -> Optional.empty();
        };
    }
}
