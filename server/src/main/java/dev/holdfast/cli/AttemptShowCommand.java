// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.Ledger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code holdfast attempt show}. */
@Command(
        name = "show",
        description = "Show an attempt: how it stands, and the evidence of how it came to that, oldest first.",
        mixinStandardHelpOptions = true)
final class AttemptShowCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "ATTEMPT", description = "id of the attempt")
    private String attempt;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            ShowAttempt.Shown shown =
                    open.ask(new ShowAttempt(new AttemptId(attempt))).orElseThrow(this::unknown);
            Map<String, Object> members = AttemptViews.whole(shown);
            List<Map<String, Object>> evidence =
                    AttemptViews.evidence(shown.attempt().log());
            if (output.isJson()) {
                members.put("evidence", evidence);
                output.print(members);
            } else {
                output.print(members);
                output.out().println();
                output.print(evidence, List.of("number", "at", "what", "generation", "source", "summary", "code"));
            }
        }
        return ExitCode.DONE;
    }

    private CliException unknown() {
        return new CliException(
                ExitCode.NOT_FOUND,
                "there is no attempt '" + attempt + "'; 'holdfast attempt list --owner OWNER' lists those of an owner");
    }
}
