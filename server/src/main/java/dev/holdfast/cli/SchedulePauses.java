// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.PauseSchedule;
import dev.holdfast.core.work.ScheduleDecision;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast schedule pause} and {@code holdfast schedule resume}. */
abstract class SchedulePauses implements Callable<Integer> {
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

    private final boolean paused;

    private SchedulePauses(boolean paused) {
        this.paused = paused;
    }

    @Command(
            name = "pause",
            description = "Let a schedule submit nothing until it is resumed. What it submitted goes on.",
            mixinStandardHelpOptions = true)
    static final class Pause extends SchedulePauses {
        private Pause() {
            super(true);
        }
    }

    @Command(
            name = "resume",
            description = "Let a paused schedule submit again, from its next tick on.",
            mixinStandardHelpOptions = true)
    static final class Resume extends SchedulePauses {
        private Resume() {
            super(false);
        }
    }

    @Override
    public final Integer call() {
        try (Ledger open = ledger.openExisting()) {
            ScheduleDecision decision =
                    open.submit(new PauseSchedule(schedule.id(), paused, actor.name(), reason.text()));
            if (decision instanceof ScheduleDecision.ScheduleUnknown) {
                throw schedule.unknown();
            }
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("schedule", schedule.id().value());
            members.put("answer", sentence(decision));
            output.print(members);
        }
        return ExitCode.DONE;
    }

    private String sentence(ScheduleDecision decision) {
        if (decision instanceof ScheduleDecision.Repeated) {
            return paused ? "it was paused already" : "it was not paused";
        }
        return paused ? "paused: its ticks are left out until 'holdfast schedule resume'" : "resumed";
    }
}
