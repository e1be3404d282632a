// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Which histories of the simulator. */
final class HistoryOptions {
    @Option(names = "--seed", paramLabel = "N", required = true, description = "which history")
    private long seed;

    @Option(
            names = "--histories",
            paramLabel = "M",
            defaultValue = "1",
            description =
                    "how many, from this seed on; more than one are told only where a promise breaks (default: 1)")
    private int histories;

    @Option(
            names = "--canary",
            paramLabel = "NAME",
            description = "with a wrong rule set of the testkit, to see by what it is found, such as same-fence-twice")
    private String canary;

    int run(CommandLine line) {
        List<String> arguments =
                new ArrayList<>(List.of("--seed", Long.toString(seed), "--histories", Integer.toString(histories)));
        if (canary != null) {
            arguments.addAll(List.of("--canary", canary));
        }
        return new TestkitTool("holdfast-simulate").run(line, arguments);
    }
}
