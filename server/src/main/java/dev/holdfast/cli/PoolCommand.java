// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Command;

/** {@code holdfast pool}: pools in numbers, and their policies. */
@Command(
        name = "pool",
        description = "Look at pools, define them by a file, stop and resume their claims.",
        mixinStandardHelpOptions = true,
        subcommands = {
            PoolListCommand.class,
            PoolShowCommand.class,
            PoolSetCommand.class,
            PoolClaims.Pause.class,
            PoolClaims.Resume.class,
            PoolRecordCommand.class
        })
final class PoolCommand extends CommandGroup {
    private PoolCommand() {}
}
