// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.RedactDecision;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code holdfast work redact}. */
@Command(
        name = "redact",
        description = "Replace payload, labels and results of an ended unit by digests, for good. Its evidence stays.",
        mixinStandardHelpOptions = true)
final class WorkRedactCommand extends WorkAction<RedactDecision> {
    @Override
    Redact action(WorkId id, String who, String why) {
        return new Redact(id, who, why);
    }

    @Override
    Optional<Told> tell(RedactDecision decision) {
        return switch (decision) {
            case RedactDecision.Redacted now -> Told.done("redacted: only digests are left");
            case RedactDecision.Repeated before -> Told.done("it was redacted before");
            case RedactDecision.NotEnded state ->
                Told.refused("refused: it may still run, it is " + Views.word(state.status()) + "; cancel it first");
            case RedactDecision.NotFound none -> Optional.empty();
        };
    }
}
