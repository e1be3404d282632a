// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast simulate}. */
@Command(
        name = "simulate",
        description = {
            "Run a history of the simulator again: the real rules under crashes, lost, doubled and delayed messages, an"
                    + " absent store and clock jumps, in virtual time. Every line is a command that reached the ledger"
                    + " and its decision. The same seed is the same history."
        },
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
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

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<String> arguments =
                new ArrayList<>(List.of("--seed", Long.toString(seed), "--histories", Integer.toString(histories)));
        if (canary != null) {
            arguments.addAll(List.of("--canary", canary));
        }
        return new TestkitTool("holdfast-simulate").run(spec.commandLine(), arguments);
    }
}
