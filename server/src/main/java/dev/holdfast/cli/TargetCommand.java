// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Command;

/** {@code holdfast target}: where work may run. */
@Command(
        name = "target",
        description = "Ask whether a platform keeps what work requires.",
        mixinStandardHelpOptions = true,
        subcommands = {TargetListCommand.class, TargetValidateCommand.class})
final class TargetCommand extends CommandGroup {
    private TargetCommand() {}
}
