// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Command;

/** {@code holdfast attempt}: execution attempts. */
@Command(
        name = "attempt",
        description = "Look at execution attempts: work on infrastructure that is provisioned.",
        mixinStandardHelpOptions = true,
        subcommands = {AttemptListCommand.class, AttemptShowCommand.class})
final class AttemptCommand extends CommandGroup {
    private AttemptCommand() {}
}
