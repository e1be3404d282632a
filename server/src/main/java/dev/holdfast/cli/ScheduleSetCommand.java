// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.ScheduleDecision;
import dev.holdfast.core.work.ShowSchedule;
import java.io.BufferedReader;
import java.io.Console;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast schedule set}. */
@Command(
        name = "set",
        description = {
            "Define a schedule, or give it other terms: what is not said has its default, whatever it was. Shows first"
                    + " what differs from the terms that it has, and its next ticks."
        },
        mixinStandardHelpOptions = true)
final class ScheduleSetCommand implements Callable<Integer> {
    @Mixin
    private ScheduleArgument schedule;

    @Mixin
    private TermsOptions options;

    @Option(
            names = "--revision",
            paramLabel = "N",
            description = "refuse unless the schedule has this revision, 0 for one that is not there")
    private Integer revision;

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask")
    private boolean yes;

    @Option(names = "--dry-run", description = "show what differs and the next ticks, and write nothing")
    private boolean dryRun;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            defaultValue = "set by a command",
            description = "why; kept in the audit")
    private String reason;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            TermsChange change =
                    new TermsChange(schedule.id(), open.ask(new ShowSchedule(schedule.id())), options.terms());
            List<String> ticks = ScheduleViews.ticks(
                    change.terms().recurrence(),
                    open.ask(new DueSchedules(Optional.empty())).now());
            show(change, ticks);
            if (change.changesNothing()) {
                return answer(change, ticks, "unchanged, revision " + change.revision(), ExitCode.DONE);
            }
            checkRevision(change);
            if (dryRun) {
                return answer(change, ticks, "nothing was written", ExitCode.DONE);
            }
            if (!isAgreed(change)) {
                return answer(change, ticks, "nothing was written", ExitCode.REFUSED);
            }
            return answer(change, ticks, open.submit(change.command(actor.name(), reason)));
        }
    }

    /** Somebody else may have set the schedule since it was looked at. */
    private void checkRevision(TermsChange change) {
        if (revision != null && revision != change.revision()) {
            throw new CliException(
                    ExitCode.REFUSED,
                    "refused: schedule '" + schedule.id() + "' "
                            + (change.stored().isPresent()
                                    ? "has revision " + change.revision() + " now"
                                    : "is not there")
                            + ", not revision " + revision + "; look at what differs");
        }
    }

    private void show(TermsChange change, List<String> ticks) {
        if (!output.isJson()) {
            output.out().println(change.title(ledger.place().shown()));
            change.lines().forEach(output.out()::println);
            output.out().println(ticks.isEmpty() ? "it has no tick any more" : "next ticks:");
            ticks.forEach(tick -> output.out().println("  " + tick));
            output.out().flush();
        }
    }

    private boolean isAgreed(TermsChange change) {
        if (yes) {
            return true;
        }
        Optional<Console> console =
                Optional.ofNullable(System.console()).filter(any -> Terminal.isInteractive() && !output.isJson());
        if (console.isEmpty()) {
            throw new CliException(
                    ExitCode.USAGE, "nothing was written, as there is nobody to ask here; say --yes to write it");
        }
        return Confirmation.isGiven(
                change.stored().isPresent() ? "revise it so?" : "define it so?",
                new BufferedReader(console.get().reader()),
                output.err());
    }

    private int answer(TermsChange change, List<String> ticks, ScheduleDecision decision) {
        return switch (decision) {
            case ScheduleDecision.Defined done ->
                answer(change, ticks, "defined, revision " + done.revision(), ExitCode.DONE);
            case ScheduleDecision.Revised done ->
                answer(change, ticks, "revised, revision " + done.revision(), ExitCode.DONE);
            case ScheduleDecision.Repeated same ->
                answer(change, ticks, "unchanged, revision " + same.revision(), ExitCode.DONE);
            case ScheduleDecision.TermsConflict other ->
                answer(
                        change,
                        ticks,
                        "refused: meanwhile somebody else gave it terms, of revision " + other.revision()
                                + ", that differ in " + String.join(", ", other.differences())
                                + "; look at what differs now",
                        ExitCode.REFUSED);
            case ScheduleDecision.ScheduleUnknown gone ->
                answer(change, ticks, "refused: meanwhile somebody else deleted it", ExitCode.REFUSED);
            case ScheduleDecision.NoPool none -> throw PoolArgument.unknown(none.pool());
            case ScheduleDecision.Refused refused ->
                answer(
                        change,
                        ticks,
                        "refused: pool '" + change.terms().pool() + "' would not take its work: " + refused.why()
                                + "; look at 'holdfast pool show'",
                        ExitCode.REFUSED);
            case ScheduleDecision.TooManySchedules many ->
                answer(
                        change,
                        ticks,
                        "refused: a ledger has at most " + many.limit() + " schedules; delete one",
                        ExitCode.REFUSED);
            case ScheduleDecision.Paused other -> throw unexpected(decision);
            case ScheduleDecision.Resumed other -> throw unexpected(decision);
            case ScheduleDecision.Deleted other -> throw unexpected(decision);
        };
    }

    private static IllegalStateException unexpected(ScheduleDecision decision) {
        return new IllegalStateException("a ledger does not answer a definition with " + decision);
    }

    private int answer(TermsChange change, List<String> ticks, String sentence, int exit) {
        if (output.isJson()) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("schedule", schedule.id().value());
            members.put("differences", change.rows());
            members.put("ticks", ticks);
            members.put("answer", sentence);
            output.printJson(members);
        } else {
            output.out().println(Text.oneLine(sentence));
        }
        return exit;
    }
}
