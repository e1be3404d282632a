// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.RedriveDecision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says what became of each unit: a line at once, or all of them as one JSON document when it is closed, also after a
 * failure, so that what was done by then is known.
 */
final class RedriveReport implements AutoCloseable {
    private final Output output;
    private final List<Map<String, Object>> rows = new ArrayList<>();
    private int redriven;
    private int refused;
    private int unknown;

    RedriveReport(Output output) {
        this.output = output;
    }

    void add(WorkId work, RedriveDecision decision) {
        switch (decision) {
            case RedriveDecision.Redriven now -> redriven++;
            case RedriveDecision.Repeated before -> redriven++;
            case RedriveDecision.NotFound gone -> unknown++;
            case RedriveDecision.AnotherLife other -> refused++;
            case RedriveDecision.NotEnded state -> refused++;
            case RedriveDecision.HasSucceeded done -> refused++;
            case RedriveDecision.IsRedacted empty -> refused++;
            case RedriveDecision.HasLateAnswer late -> refused++;
            case RedriveDecision.QuestionClosed closed -> refused++;
        }
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("work", work.value());
        row.put("answer", sentence(decision));
        rows.add(row);
        if (!output.isJson()) {
            output.out().println(Text.oneLine(work.value()) + "  " + Text.oneLine(sentence(decision)));
        }
    }

    void unknown(String work) {
        unknown++;
        output.err().println("holdfast: " + Text.oneLine(WorkArgument.unknown(work)));
    }

    private static String sentence(RedriveDecision decision) {
        return switch (decision) {
            case RedriveDecision.Redriven now -> "redriven: it waits in life " + now.life();
            case RedriveDecision.Repeated before ->
                "redriven before, by " + before.first().actor() + ": "
                        + before.first().reason() + "; it is now " + Views.word(before.status());
            case RedriveDecision.AnotherLife other ->
                "refused: somebody else was quicker, it is " + Views.word(other.status()) + " in life " + other.life();
            case RedriveDecision.NotEnded state -> "refused: it has not ended, it is " + Views.word(state.status());
            case RedriveDecision.HasSucceeded done -> "refused: it has succeeded";
            case RedriveDecision.IsRedacted empty ->
                "refused: its payload was redacted, so that it has nothing to run with";
            case RedriveDecision.HasLateAnswer late ->
                "refused: the holder of claim " + late.fence() + " answered late: " + Views.answer(late.answer())
                        + "; --force runs it again all the same";
            case RedriveDecision.QuestionClosed closed -> "refused: it is an inquiry, and its question is closed";
            case RedriveDecision.NotFound gone -> "not found";
        };
    }

    int exitCode() {
        return refused > 0 ? ExitCode.REFUSED : unknown > 0 ? ExitCode.NOT_FOUND : ExitCode.DONE;
    }

    @Override
    public void close() {
        if (output.isJson()) {
            output.printJson(rows);
        }
        if (redriven + refused != 1 && unknown == 0) {
            output.err().println(Text.count(redriven, "unit") + " redriven, " + Text.count(refused) + " refused");
        }
    }
}
