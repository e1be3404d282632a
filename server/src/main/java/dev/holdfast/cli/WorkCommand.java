// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Command;

/** {@code holdfast work}: units of work, and what a person may do with them. */
@Command(
        name = "work",
        description = "Look at work, and decide what only a person can decide.",
        mixinStandardHelpOptions = true,
        subcommands = {
            WorkListCommand.class,
            WorkShowCommand.class,
            WorkHistoryCommand.class,
            WorkExplainCommand.class,
            WorkCancelCommand.class,
            WorkResolveCommand.class,
            WorkRedriveCommand.class,
            WorkRedactCommand.class,
            WorkPromoteCommand.class,
            WorkWithdrawCommand.class
        })
final class WorkCommand extends CommandGroup {
    private WorkCommand() {}
}
