// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Parameters;

/** The domain that a command is about. */
final class DomainArgument {
    @Parameters(index = "0", paramLabel = "DOMAIN", description = "name of the domain")
    private String domain;

    String name() {
        return domain;
    }

    CliException unknown() {
        return new CliException(
                ExitCode.NOT_FOUND, "there is no domain '" + domain + "'; 'holdfast domain list' lists them");
    }
}
