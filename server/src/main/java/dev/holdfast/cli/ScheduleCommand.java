// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Command;

/** {@code holdfast schedule}: recurring work. */
@Command(
        name = "schedule",
        description = "Look at recurring work, set it, stop and resume it.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ScheduleListCommand.class,
            ScheduleShowCommand.class,
            ScheduleSetCommand.class,
            SchedulePauses.Pause.class,
            SchedulePauses.Resume.class,
            ScheduleDeleteCommand.class
        })
final class ScheduleCommand extends CommandGroup {
    private ScheduleCommand() {}
}
