// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.CliException;
import dev.holdfast.cli.Output;
import dev.holdfast.cli.Text;
import dev.holdfast.cli.Views;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is said at the end of a run, and its exit status. */
final class Summary {
    private static final int INTERRUPTED = 130;
    private static final int UNCERTAIN_SHOWN = 20;

    private final Ledger ledger;
    private final Run run;
    private final RunPool pool;
    private final String ledgerHint;
    private final Output output;
    private final Progress progress;
    private final long startedNanos;

    /** @param ledgerHint what a command has to say to mean this ledger */
    Summary(
            Ledger ledger,
            Run run,
            RunPool pool,
            String ledgerHint,
            Output output,
            Progress progress,
            long startedNanos) {
        this.ledger = ledger;
        this.run = run;
        this.pool = pool;
        this.ledgerHint = ledgerHint;
        this.output = output;
        this.progress = progress;
        this.startedNanos = startedNanos;
    }

    /**
     * @param before the run when this runner began
     * @param allRead whether the input was read to its end
     * @param fatal why the run had to stop; empty when it had not
     */
    int tell(RunCounts before, boolean allRead, boolean stopped, Optional<Exception> fatal) {
        RunCounts now = pool.counts();
        progress.finish();
        if (output.isJson()) {
            output.printJson(members(before, now));
        }
        progress.say(sentence(before, now));
        tellUncertain(now);
        if (fatal.isPresent()) {
            throw new CliException(
                    RunCommand.OTHER_ERROR,
                    "stopped: " + fatal.get().getMessage()
                            + "; nothing is lost, start the same command again when that is mended");
        }
        if (stopped) {
            progress.say(
                    allRead
                            ? "stopped with " + Text.count(now.left(), "unit")
                                    + " left; start the same command again to go on"
                            : "stopped before the input was read to its end; start the same command again, with all of"
                                    + " it");
            return INTERRUPTED;
        }
        return (int) Math.min(101, now.failed() + now.uncertain());
    }

    private String sentence(RunCounts before, RunCounts now) {
        long doneBefore = before.succeeded();
        long failedBefore = before.failed();
        long done = now.succeeded() - doneBefore;
        long failed = now.failed() - failedBefore;
        String earlier = Text.count(doneBefore) + " done before"
                + (failedBefore == 0 ? "" : ", " + Text.count(failedBefore) + " failed before");
        boolean nothingNew = done + failed + now.left() == 0;
        if (nothingNew && before.ended() == 0) {
            return "no lines, nothing to do";
        }
        if (nothingNew) {
            return earlier + ", 0 new; --again runs them anew"
                    + (failedBefore == 0 ? "" : "; 'holdfast work list --state failed' shows what failed");
        }
        return Text.count(done) + " done"
                + (failed == 0 ? "" : ", " + Text.count(failed) + " failed")
                + " in " + Text.duration(Duration.ofNanos(System.nanoTime() - startedNanos))
                + (before.ended() == 0 ? "" : "; " + earlier);
    }

    private Map<String, Object> members(RunCounts before, RunCounts now) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("run", run.name());
        members.put("round", run.round());
        members.put("succeededBefore", before.succeeded());
        members.put("failedBefore", before.failed());
        members.put("succeeded", now.succeeded());
        members.put("failed", now.failed());
        members.put("uncertain", now.uncertain());
        members.put("left", now.left());
        return members;
    }

    private void tellUncertain(RunCounts now) {
        long uncertain = now.uncertain();
        if (uncertain == 0) {
            return;
        }
        progress.say(Text.count(uncertain, "unit") + (uncertain == 1 ? " was" : " were")
                + " interrupted and may or may not have had an effect. Look, then say for each what happened:");
        FindWork query = FindWork.in(run.pool(), Set.of(Status.UNCERTAIN));
        for (Unit unit :
                ledger.ask(query).units().stream().limit(UNCERTAIN_SHOWN).toList()) {
            if (unit.state() instanceof WorkState.Uncertain state) {
                progress.say("  "
                        + Text.shorten(Text.oneLine(Views.text(unit.submission().payload())), 60));
                progress.say("    holdfast work resolve " + unit.id() + " " + state.fence() + ledgerHint
                        + " --not-applied --evidence WHERE   (or --succeeded, --failed CODE)");
            }
        }
        if (uncertain > UNCERTAIN_SHOWN) {
            progress.say("  and more: holdfast work list --state uncertain --pool " + run.pool() + ledgerHint);
        }
    }
}
