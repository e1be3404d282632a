// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.CliException;
import dev.holdfast.cli.Output;
import dev.holdfast.cli.Text;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What is said at the end of a run, and its exit status. */
final class Summary {
    private static final int INTERRUPTED = 130;
    private static final int UNCERTAIN_SHOWN = 20;

    private final Ledger ledger;
    private final Run run;
    private final Output output;
    private final Progress progress;
    private final long startedNanos;

    Summary(Ledger ledger, Run run, Output output, Progress progress, long startedNanos) {
        this.ledger = ledger;
        this.run = run;
        this.output = output;
        this.progress = progress;
        this.startedNanos = startedNanos;
    }

    int tell(Submitter submitter, Watch watch, boolean stopped, Exception fatal) {
        PoolSnapshot pool = ledger.ask(new ShowPool(run.pool())).orElseThrow();
        progress.finish();
        if (output.isJson()) {
            output.printJson(members(pool, submitter, watch));
        }
        progress.say(sentence(pool, submitter, watch));
        tellUncertain(pool);
        if (fatal != null) {
            throw new CliException(
                    RunCommand.OTHER_ERROR,
                    "stopped: " + fatal.getMessage()
                            + "; nothing is lost, start the same command again when that is mended");
        }
        if (stopped) {
            progress.say(
                    "stopped with " + Text.count(left(pool), "unit") + " left; start the same command again to go on");
            return INTERRUPTED;
        }
        return (int) Math.min(101, notSucceeded(pool) + pool.count(Status.UNCERTAIN));
    }

    private static long left(PoolSnapshot pool) {
        return pool.count(Status.QUEUED) + pool.count(Status.CLAIMED);
    }

    private static long notSucceeded(PoolSnapshot pool) {
        return pool.ended() - pool.count(Status.SUCCEEDED);
    }

    private String sentence(PoolSnapshot pool, Submitter submitter, Watch watch) {
        long failed = notSucceeded(pool);
        if (watch.ended() == 0 && submitter.admitted() == 0 && left(pool) == 0) {
            return Text.count(pool.count(Status.SUCCEEDED)) + " done before"
                    + (failed == 0 ? "" : ", " + Text.count(failed) + " failed before")
                    + ", 0 new; --again runs them anew";
        }
        long before = pool.ended() - watch.ended();
        return Text.count(watch.succeeded()) + " done"
                + (failed == 0 ? "" : ", " + Text.count(failed) + " failed")
                + " in " + Text.duration(Duration.ofNanos(System.nanoTime() - startedNanos))
                + (before <= 0 ? "" : "; " + Text.count(before) + " done before");
    }

    private Map<String, Object> members(PoolSnapshot pool, Submitter submitter, Watch watch) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("run", run.name());
        members.put("round", run.round());
        members.put("admitted", submitter.admitted());
        members.put("succeededNow", watch.succeeded());
        members.put("endedNow", watch.ended());
        members.put("succeeded", pool.count(Status.SUCCEEDED));
        members.put("failed", notSucceeded(pool));
        members.put("uncertain", pool.count(Status.UNCERTAIN));
        members.put("left", left(pool));
        return members;
    }

    private void tellUncertain(PoolSnapshot pool) {
        long uncertain = pool.count(Status.UNCERTAIN);
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
                        + Text.shorten(
                                Text.oneLine(Arguments.display(
                                        unit.submission().payload().bytes())),
                                60));
                progress.say("    holdfast work resolve " + unit.id() + " " + state.fence()
                        + " --not-applied --evidence WHERE   (or --succeeded, --failed CODE)");
            }
        }
        if (uncertain > UNCERTAIN_SHOWN) {
            progress.say("  and more: holdfast work list --state uncertain --pool " + run.pool());
        }
    }
}
