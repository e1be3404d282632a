// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DeleteSchedule;
import dev.holdfast.core.work.ScheduleDecision;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast schedule delete}. */
@Command(
        name = "delete",
        description = "Take a schedule away. Work that it submitted stays as it is.",
        mixinStandardHelpOptions = true)
final class ScheduleDeleteCommand implements Callable<Integer> {
    @Mixin
    private ScheduleArgument schedule;

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
            ScheduleDecision decision = open.submit(new DeleteSchedule(schedule.id(), actor.name(), reason.text()));
            if (decision instanceof ScheduleDecision.ScheduleUnknown) {
                throw schedule.unknown();
            }
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("schedule", schedule.id().value());
            members.put("answer", "deleted; work that it submitted stays");
            output.print(members);
        }
        return ExitCode.DONE;
    }
}
