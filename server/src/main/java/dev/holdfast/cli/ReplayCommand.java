// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Recorded;
import dev.holdfast.core.ledger.Recording;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast replay}. */
@Command(
        name = "replay",
        description = "Show each decision about a unit that flight recorders saw, in the order of their moments, and"
                + " which guard of the rules answered.",
        mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
    @Mixin
    private WorkArgument work;

    @Mixin
    private RecordingOption recordings;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        WorkId id = work.id();
        List<Recording> read = recordings.read();
        List<Map<String, Object>> rows = read.stream()
                .flatMap(recording -> recording.recorded().stream())
                .filter(recorded -> RecordedUnit.isAbout(id, recorded))
                .sorted(Comparator.comparing(Recorded::at))
                .map(recorded -> row(id, recorded))
                .toList();
        long forgotten = read.stream().mapToLong(Recording::forgotten).sum();
        if (forgotten > 0) {
            output.err()
                    .println("holdfast: " + Text.count(forgotten) + " older commands are no longer in the recording");
        }
        if (rows.isEmpty()) {
            throw new CliException(ExitCode.NOT_FOUND, "no command about '" + id + "' was recorded");
        }
        output.print(rows, List.of("at", "command", "claim", "by", "decision", "guard"));
        return ExitCode.DONE;
    }

    private static Map<String, Object> row(WorkId id, Recorded recorded) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("at", recorded.at().toString());
        members.put("command", RecordedUnit.command(recorded.command()));
        members.put("claim", RecordedUnit.fence(id, recorded));
        members.put("by", RecordedUnit.by(recorded.command()));
        members.put(
                "decision",
                recorded.decision().<Object>map(DecisionView::members).orElse("none came"));
        members.put("guard", recorded.decision().map(Guards::of).orElse("nobody knows"));
        return members;
    }
}
