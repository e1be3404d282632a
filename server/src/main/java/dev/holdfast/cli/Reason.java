// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import picocli.CommandLine.Option;

/** Why somebody acts: recorded with every decision of a person. */
final class Reason {
    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; kept in the audit")
    private String reason;

    String text() {
        return reason;
    }
}
