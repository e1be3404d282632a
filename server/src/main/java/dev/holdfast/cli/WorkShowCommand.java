// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Unit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast work show}. */
@Command(name = "show", description = "Show one unit with every claim it ever had.", mixinStandardHelpOptions = true)
final class WorkShowCommand implements Callable<Integer> {
    @Mixin
    private WorkArgument work;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            Unit unit = open.ask(new Inspect(work.id())).orElseThrow(work::unknown);
            output.print(Questions.whole(open, unit, ledger.hint()));
        }
        return ExitCode.DONE;
    }
}
