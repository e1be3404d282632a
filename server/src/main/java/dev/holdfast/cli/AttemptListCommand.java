// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast attempt list}. */
@Command(
        name = "list",
        description = "List the attempts of an owner, or those that somebody has to do something about.",
        mixinStandardHelpOptions = true)
final class AttemptListCommand implements Callable<Integer> {
    /** Exactly one of them. */
    private static final class Which {
        @Option(
                names = "--owner",
                paramLabel = "OWNER",
                description = "all attempts of this owner, the first one first")
        private String owner;

        @Option(
                names = "--open",
                description =
                        "those of whose allocation something is owed, that nobody holds and that may be tried now,"
                                + " longest due first")
        private boolean open;

        @Option(names = "--due", description = "those whose time is over, longest due first")
        private boolean due;
    }

    @ArgGroup(multiplicity = "1")
    private Which which;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            output.print(
                    find(open).stream().map(AttemptViews::line).toList(),
                    List.of(
                            "attempt",
                            "owner",
                            "number",
                            "state",
                            "gate",
                            "generation",
                            "operation",
                            "obligation",
                            "controller",
                            "due"));
        }
        return ExitCode.DONE;
    }

    private List<Attempt> find(Ledger open) {
        if (which.open) {
            return everyOpen(open);
        }
        return which.due
                ? open.ask(new DueAttempts(OpenAttempts.MAX))
                : open.ask(new ListAttempts(new ExecutionOwnerId(which.owner)));
    }

    private static List<Attempt> everyOpen(Ledger open) {
        List<Attempt> all = new ArrayList<>();
        Optional<OpenAttempts.Cursor> after = Optional.empty();
        do {
            OpenAttempts.Found page = open.ask(new OpenAttempts(after, OpenAttempts.MAX));
            all.addAll(page.attempts());
            after = page.next();
        } while (after.isPresent());
        return all;
    }
}
