// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ShowSchedule;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast schedule show}. */
@Command(
        name = "show",
        description = "Show a schedule: its terms, what it submitted last, and its next ticks.",
        mixinStandardHelpOptions = true)
final class ScheduleShowCommand implements Callable<Integer> {
    @Mixin
    private ScheduleArgument schedule;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            Schedule found = open.ask(new ShowSchedule(schedule.id())).orElseThrow(schedule::unknown);
            Map<String, Object> members = ScheduleViews.line(found);
            members.putAll(ScheduleViews.terms(found.terms()));
            members.put("revision", found.revision());
            found.waiting().ifPresent(tick -> members.put("waiting", tick.toString()));
            found.last().ifPresent(work -> members.put("last", work.value()));
            members.put("ticks", ScheduleViews.ticks(found.terms().recurrence(), found.next()));
            output.print(members);
        }
        return ExitCode.DONE;
    }
}
