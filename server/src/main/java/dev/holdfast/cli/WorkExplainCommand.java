// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Condition;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.Explained;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.ShowDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast work explain}. */
@Command(
        name = "explain",
        description = "Say the one reason why a unit is where it is, and what would make it run.",
        mixinStandardHelpOptions = true)
final class WorkExplainCommand implements Callable<Integer> {
    @Mixin
    private WorkArgument work;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            Explained explained = open.ask(new Explain(work.id())).orElseThrow(work::unknown);
            String holders = holders(open, explained.reason());
            if (output.isJson()) {
                Map<String, Object> members = new LinkedHashMap<>();
                members.put("work", work.id().value());
                members.put("reason", explained.reason().getClass().getSimpleName());
                members.put("text", sentence(explained.reason(), work.id() + " ", ledger.hint()));
                if (!holders.isEmpty()) {
                    members.put("holders", holders);
                }
                members.put("wouldRun", conditions(explained));
                output.printJson(members);
            } else {
                output.out().println(sentence(explained.reason(), work.id() + " ", ledger.hint()));
                if (!holders.isEmpty()) {
                    output.out().println(holders);
                }
                String wouldRun =
                        ConditionText.sentence(explained.wouldRun(), work.id().value(), ledger.hint());
                if (!wouldRun.isEmpty()) {
                    output.out().println(wouldRun);
                }
            }
        }
        return ExitCode.DONE;
    }

    /** Who holds what it lacks of a domain that pools share; empty when it lacks something else. */
    private static String holders(Ledger open, Explanation reason) {
        return reason instanceof Explanation.LimitReached full
                        && full.account().quarantined().isPresent()
                ? open.ask(new ShowDomain(full.account().owner()))
                        .map(snapshot -> DomainViews.holders(snapshot, full.account()))
                        .orElse("")
                : "";
    }

    private List<Map<String, String>> conditions(Explained explained) {
        List<Map<String, String>> conditions = new ArrayList<>();
        for (Condition condition : explained.wouldRun()) {
            Map<String, String> members = new LinkedHashMap<>();
            members.put("condition", condition.getClass().getSimpleName());
            members.put("text", ConditionText.text(condition, work.id().value(), ledger.hint()));
            conditions.add(members);
        }
        return conditions;
    }

    static String sentence(Explanation explanation, String work, String hint) {
        return switch (explanation) {
            case Explanation.Ended ended ->
                "has ended " + Views.word(ended.status()) + (ended.code().isEmpty() ? "" : " (" + ended.code() + ")")
                        + " at " + ended.at();
            case Explanation.Running running ->
                "is being run by " + running.worker() + " since " + running.since() + " under fence " + running.fence();
            case Explanation.WaitsForEvidence waits ->
                "waits for evidence of what happened under fence " + waits.fence() + " (" + waits.reason()
                        + "); say it with 'holdfast work resolve " + work + waits.fence() + hint + " ...'"
                        + waits.asking()
                                .map(asking -> "; inquiry " + asking.inquiry() + " "
                                        + sentence(asking.stands(), asking.inquiry() + " ", hint))
                                .orElse("")
                        + (waits.escalated() ? "; it waits for longer than its pool lets pass: have a look" : "");
            case Explanation.Held held ->
                "is held until " + held.until() + " and will be "
                        + switch (held.then()) {
                            case PROMOTE -> "promoted";
                            case WITHDRAW -> "withdrawn";
                        }
                        + " then; 'holdfast work promote " + work.strip() + hint + " ...' lets it go at once";
            case Explanation.NotDue later -> "is not due for another " + Text.duration(later.dueIn());
            case Explanation.TooLate late -> "had to start by " + late.startBy() + "; the next sweep ends it";
            case Explanation.ClockWentBack behind ->
                "waits because the clock went back by " + Text.duration(behind.by()) + " since the newest claim";
            case Explanation.PoolPaused paused -> "waits because its pool is paused";
            case Explanation.NeverFits never ->
                "can never run: it needs " + never.needs() + " of the " + never.account() + ", which has "
                        + never.limit();
            case Explanation.NoWorker none -> "waits for a worker: none that is alive offers its pool";
            case Explanation.NoEligibleWorker none ->
                "waits for a worker that offers " + none.what() + " '" + none.value() + "': none that is alive does";
            case Explanation.LimitReached full ->
                "waits for room: it needs " + full.needs() + " of the " + full.account() + ", of which " + full.used()
                        + " of " + full.limit() + " are in use"
                        + (full.quarantined().isPresent()
                                ? ", " + full.quarantined().getAsLong() + " of them quarantined by uncertain work"
                                : "");
            case Explanation.RoomIsKept kept ->
                "waits because room is kept for " + kept.reserved() + " on worker " + kept.worker() + ": it needs "
                        + kept.needs() + " of the " + kept.account() + ", and " + kept.kept()
                        + " that are free are not given away";
            case Explanation.Reserved reserved ->
                sentence(reserved.stands(), work, hint) + "; it has waited for long, so that worker "
                        + reserved.worker() + " has a reservation for it until " + reserved.until()
                        + ": what it needs is given to nobody else";
            case Explanation.WorkersBusy busy ->
                "waits because " + Text.count(busy.eligible(), "worker") + " that could run it have no place free";
            case Explanation.ItsTurnComes next -> "is ready; its turn comes with one of the next claims";
        };
    }
}
