// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.History;
import dev.holdfast.core.work.HistoryEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast work history}. */
@Command(name = "history", description = "Tell all that happened to a unit, in order.", mixinStandardHelpOptions = true)
final class WorkHistoryCommand implements Callable<Integer> {
    @Mixin
    private WorkArgument work;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            List<HistoryEntry> story = open.ask(new History(work.id())).orElseThrow(work::unknown);
            output.print(
                    story.stream().map(WorkHistoryCommand::row).toList(), List.of("at", "what", "claim", "by", "more"));
        }
        return ExitCode.DONE;
    }

    private static Map<String, Object> row(HistoryEntry entry) {
        return switch (entry) {
            case HistoryEntry.Admitted it -> row(it, "admitted", "", "", "");
            case HistoryEntry.Claimed it ->
                row(it, "claimed", it.fence().toString(), it.worker().value(), "attempt " + it.attempt());
            case HistoryEntry.Begun it -> row(it, "begun", it.fence().toString(), "", "");
            case HistoryEntry.ClaimEnded it ->
                row(
                        it,
                        "claim " + word(it.end()).replace('_', ' '),
                        it.fence().toString(),
                        "",
                        it.answer().map(Views::answer).orElse(""));
            case HistoryEntry.AnsweredLate it ->
                row(it, "answered late", it.fence().toString(), "", Views.answer(it.answer()));
            case HistoryEntry.Resolved it ->
                row(
                        it,
                        "resolved",
                        it.fence().toString(),
                        it.actor(),
                        Views.resolution(it.resolution()) + ": " + it.reference());
            case HistoryEntry.CancelAsked it -> row(it, "cancel", "", it.actor(), it.reason());
            case HistoryEntry.LifeEnded it ->
                row(
                        it,
                        "ended " + Views.word(it.status()),
                        "",
                        word(it.by()),
                        (it.code() + " " + it.evidence()).strip());
            case HistoryEntry.Redriven it ->
                row(it, "redriven, life " + it.life(), "", it.actor(), it.reason() + (it.forced() ? " (forced)" : ""));
            case HistoryEntry.Acted it ->
                row(
                        it,
                        word(it.entry().act()),
                        "",
                        it.entry().actor(),
                        it.entry().reason());
        };
    }

    private static Map<String, Object> row(HistoryEntry entry, String what, String claim, String by, String more) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("at", entry.at().toString());
        members.put("what", what);
        members.put("claim", claim);
        members.put("by", by);
        members.put("more", more);
        return members;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
