// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Command;

/** {@code holdfast domain}: limits that several pools share. */
@Command(
        name = "domain",
        description = "Look at domains, and define those that several pools share.",
        mixinStandardHelpOptions = true,
        subcommands = {DomainListCommand.class, DomainShowCommand.class, DomainSetCommand.class})
final class DomainCommand extends CommandGroup {
    private DomainCommand() {}
}
