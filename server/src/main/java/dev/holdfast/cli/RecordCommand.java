// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Recording;
import dev.holdfast.core.ledger.ScenarioMaker;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast record}. */
@Command(
        name = "record",
        description =
                "Make a scenario file of a recording: its commands at their moments, with the answers that a ledger"
                        + " in memory gives. It shows the same again where the recording begins with an empty ledger.",
        mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {
    @Option(
            names = "--shows",
            paramLabel = "TEXT",
            defaultValue = "what was recorded",
            description = "the first line of the file: what it shows")
    private String shows;

    @Mixin
    private RecordingOption recordings;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        ScenarioMaker maker = ServiceLoader.load(ScenarioMaker.class)
                .findFirst()
                .orElseThrow(() -> new CliException(
                        ExitCode.USAGE,
                        "'" + spec.qualifiedName()
                                + "' needs the testkit on the class path, as ./holdfast of a source tree has it"));
        var read = recordings.read();
        if (read.size() > 1) {
            throw new CliException(ExitCode.USAGE, "a scenario is made of one recording: name one --recording");
        }
        Recording recording = read.getFirst();
        ScenarioMaker.Made made = maker.make(Text.oneLine(shows), recording);
        spec.commandLine().getOut().print(made.scenario());
        spec.commandLine().getOut().flush();
        spec.commandLine()
                .getErr()
                .println("holdfast: " + Text.count(made.same()) + " of " + Text.count(made.decisions(), "decision")
                        + " as recorded"
                        + (recording.forgotten() == 0
                                ? ""
                                : "; " + Text.count(recording.forgotten(), "older command")
                                        + " are not in the recording"));
        return ExitCode.DONE;
    }
}
