// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Command;

/** {@code holdfast worker}: the processes that run work. */
@Command(
        name = "worker",
        description = "Look at workers, and stop giving them work.",
        mixinStandardHelpOptions = true,
        subcommands = {WorkerListCommand.class, WorkerDrainCommand.class})
final class WorkerCommand extends CommandGroup {
    private WorkerCommand() {}
}
