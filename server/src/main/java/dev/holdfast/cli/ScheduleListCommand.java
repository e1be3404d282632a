// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ListSchedules;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast schedule list}. */
@Command(name = "list", description = "List the schedules of the ledger.", mixinStandardHelpOptions = true)
final class ScheduleListCommand implements Callable<Integer> {
    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            output.print(
                    open.ask(new ListSchedules()).stream()
                            .map(ScheduleViews::line)
                            .toList(),
                    List.of(
                            "schedule",
                            "pool",
                            "kind",
                            "recurrence",
                            "next",
                            "newest",
                            "submitted",
                            "leftOut",
                            "paused"));
        }
        return ExitCode.DONE;
    }
}
