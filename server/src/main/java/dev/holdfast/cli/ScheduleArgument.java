// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ScheduleId;
import picocli.CommandLine.Parameters;

/** The schedule that a command is about. */
final class ScheduleArgument {
    @Parameters(index = "0", paramLabel = "SCHEDULE", description = "id of the schedule")
    private String schedule;

    ScheduleId id() {
        return new ScheduleId(schedule);
    }

    CliException unknown() {
        return new CliException(
                ExitCode.NOT_FOUND, "there is no schedule '" + id() + "'; 'holdfast schedule list' lists them");
    }
}
