// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.WorkId;
import picocli.CommandLine.Parameters;

/** The unit that a command is about. */
final class WorkArgument {
    @Parameters(index = "0", paramLabel = "WORK", description = "id of the unit, as 'work list' shows it")
    private String work;

    WorkId id() {
        return new WorkId(work);
    }

    CliException unknown() {
        return new CliException(ExitCode.NOT_FOUND, unknown(work));
    }

    static String unknown(String work) {
        return "there is no work '" + work + "'; 'holdfast work list' lists what there is";
    }
}
