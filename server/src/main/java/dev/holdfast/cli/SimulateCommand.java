// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code holdfast simulate}: invented histories, or the future of a captured ledger. */
@Command(
        name = "simulate",
        description = {
            "With --from, run a captured ledger forward in virtual time, as it is and with another policy beside it:"
                    + " who waits how long, who gets which share, who starves.",
            "With --seed, run a history of the simulator again: the real rules under crashes, lost, doubled and"
                + " delayed messages, an absent store and clock jumps. Every line is a command that reached the ledger"
                + " and its decision. The same seed is the same history."
        },
        footer = {"", "docs/what-if.md has an example."},
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
    /** One of the two. */
    static final class Mode {
        @ArgGroup(exclusive = false, heading = "A captured ledger, run forward:%n")
        private ForecastOptions forecast;

        @ArgGroup(exclusive = false, heading = "A history of the simulator:%n")
        private HistoryOptions history;
    }

    @ArgGroup
    private Mode mode;

    @Mixin
    private Output output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (mode == null) {
            throw new CliException(ExitCode.USAGE, "say --from FILE for a forecast, or --seed N for a history");
        }
        if (mode.forecast != null) {
            return mode.forecast.run(output);
        }
        if (output.isJson()) {
            throw new CliException(ExitCode.USAGE, "--json is for --from; a history is told in lines");
        }
        return mode.history.run(spec.commandLine());
    }
}
