// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.CliException;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.Text;
import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerRecord;
import dev.holdfast.runtime.local.ClaimMark;
import dev.holdfast.runtime.local.LocalProcesses;
import dev.holdfast.runtime.local.ProcessProof;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is done before a run goes on: find out what runners that died have left behind, on evidence, never on a guess.
 *
 * <ol>
 *   <li>A runner is gone when this machine proves it (its process number does not run, or runs with another start time,
 *       since the same boot) or when its lease is over.
 *   <li>Commands that its claims started and that still run are ended, until none is left.
 *   <li>A command whose end was written down is settled by what stands there, under the dead runner's claim.
 *   <li>The dead runner is retired, so that the sweep ends its other claims at once: units that may run again do, units
 *       that must be asked about wait for evidence.
 * </ol>
 */
final class CrashRecovery {
    private final Ledger ledger;
    private final Run run;
    private final LocalProcesses processes;
    private final ResultsFolder results;
    private final Path spool;
    private final Judgement judgement;
    private final Duration killGrace;

    /** Prints what a dead runner had no time to print. */
    interface Printer {
        void print(UnitFiles files, Payload line, CommandResult result) throws IOException;
    }

    /**
     * What was found.
     *
     * @param endedProcesses what still ran and was ended
     * @param settled units whose end had been written down
     * @param lost units of which nothing is known
     */
    record Found(int deadRunners, int endedProcesses, int settled, int lost) {
        /** In words; empty when there is nothing to tell. */
        Optional<String> sentence() {
            if (lost + settled + endedProcesses == 0) {
                return Optional.empty();
            }
            StringBuilder text = new StringBuilder("an earlier runner died: ");
            text.append(Text.count(lost, "unit"))
                    .append(lost == 1 ? " was" : " were")
                    .append(" interrupted");
            if (settled > 0) {
                text.append(", ")
                        .append(Text.count(settled))
                        .append(" had ended and ")
                        .append(settled == 1 ? "is" : "are")
                        .append(" settled by what was written down");
            }
            if (endedProcesses > 0) {
                text.append(", ")
                        .append(Text.count(endedProcesses))
                        .append(" of its processes still ran and ")
                        .append(endedProcesses == 1 ? "was" : "were")
                        .append(" ended");
            }
            return Optional.of(text.toString());
        }
    }

    CrashRecovery(
            Ledger ledger,
            Run run,
            LocalProcesses processes,
            ResultsFolder results,
            Path spool,
            Judgement judgement,
            Duration killGrace) {
        this.ledger = ledger;
        this.run = run;
        this.processes = processes;
        this.results = results;
        this.spool = spool;
        this.judgement = judgement;
        this.killGrace = killGrace;
    }

    Found recover(Printer printer) throws IOException, InterruptedException {
        List<WorkerRecord> gone = new ArrayList<>();
        Moment now = ledger.ask(new ShowPool(run.pool())).orElseThrow().now();
        for (WorkerRecord worker : ledger.ask(new ListWorkers(run.pool()))) {
            boolean leftSomething =
                    !worker.dead() || Runner.secretOf(spool, process(worker)).isPresent();
            if (leftSomething && (isProvenDead(worker) || !worker.isLive(now))) {
                gone.add(worker);
            }
        }
        int ended = endLeftovers(gone);
        int settled = 0;
        for (WorkerRecord worker : gone) {
            settled += settleWritten(worker, printer);
            ledger.submit(new RetireWorker(worker.id(), "its process is gone"));
            Runner.forget(spool, process(worker));
        }
        int lost = sweep();
        if (judgement.interrupted() == IfInterrupted.FAIL) {
            failUncertain();
        }
        return new Found(gone.size(), ended, settled, lost);
    }

    private static boolean isProvenDead(WorkerRecord worker) {
        return ProcessProof.parse(worker.id().value())
                .filter(proof -> proof.liveness() == ProcessProof.Liveness.DEAD)
                .isPresent();
    }

    private static String process(WorkerRecord worker) {
        return ProcessProof.parse(worker.id().value())
                .map(ProcessProof::text)
                .orElse(worker.id().value());
    }

    /** Ends what still runs for claims that were lost with their runner. What a command left running on purpose stays. */
    private int endLeftovers(List<WorkerRecord> gone) throws InterruptedException {
        List<LocalProcesses.Discovered> found;
        try {
            found = processes.discover(run.marker());
        } catch (UnsupportedOperationException e) {
            return 0; // this system does not say what runs; commands that are still running may overlap their repeats
        }
        int ended = 0;
        for (ClaimMark mark :
                Set.copyOf(found.stream().map(LocalProcesses.Discovered::mark).toList())) {
            if (!isLost(mark, gone)) {
                continue;
            }
            LocalProcesses.Termination termination = processes.terminate(mark, killGrace);
            ended += termination.asked();
            if (!termination.quiet()) {
                throw new CliException(
                        ExitCode.UNAVAILABLE,
                        "a command of a runner that died cannot be ended (work " + mark.work()
                                + "); end it by hand, then start again");
            }
        }
        return ended;
    }

    /** Whether the claim is held by a runner that is gone, or ended without an answer. */
    private boolean isLost(ClaimMark mark, List<WorkerRecord> gone) {
        Optional<Unit> unit = ledger.ask(new Inspect(mark.work()));
        boolean heldByGone = unit.flatMap(Unit::claim)
                .filter(claim -> claim.fence().equals(mark.fence()))
                .filter(claim -> gone.stream().anyMatch(worker -> worker.id().equals(claim.worker())))
                .isPresent();
        return heldByGone
                || unit.stream()
                        .flatMap(each -> each.past().stream())
                        .anyMatch(past -> past.claim().fence().equals(mark.fence())
                                && past.answer().isEmpty());
    }

    private int settleWritten(WorkerRecord worker, Printer printer) throws IOException {
        Optional<ClaimSecret> secret = Runner.secretOf(spool, process(worker));
        int settled = 0;
        for (Unit unit : claimsLeftBy(worker)) {
            settled += settleWritten(unit, secret, printer) ? 1 : 0;
        }
        return settled;
    }

    /** What it holds, and what was lost since and waits for evidence: its own word is the best there is. */
    private List<Unit> claimsLeftBy(WorkerRecord worker) {
        List<Unit> units = new ArrayList<>(all(FindWork.claimedBy(worker.id())));
        for (Unit unit : all(FindWork.in(run.pool(), Set.of(Status.UNCERTAIN)))) {
            if (unit.past().getLast().claim().worker().equals(worker.id())) {
                units.add(unit);
            }
        }
        return units;
    }

    private List<Unit> all(FindWork first) {
        List<Unit> units = new ArrayList<>();
        FindWork query = first;
        while (true) {
            FindWork.Found found = ledger.ask(query);
            units.addAll(found.units());
            if (found.next().isEmpty()) {
                return units;
            }
            query = query.after(found.next().getAsLong());
        }
    }

    private boolean settleWritten(Unit unit, Optional<ClaimSecret> secret, Printer printer) throws IOException {
        Fence fence = unit.newestFence().orElseThrow();
        UnitFiles files = results.files(unit.submission().labels().getOrDefault(Submitter.ORDINAL, ""), unit.id());
        files.discard(fence);
        Optional<CommandResult> written = files.published(fence);
        if (written.isEmpty() || secret.isEmpty()) {
            return false;
        }
        printer.print(files, unit.submission().payload(), written.get());
        SettleDecision decision = ledger.submit(
                new Settle(unit.id(), fence, secret.get(), judgement.of(written.get(), Judgement.Tries.of(unit))));
        boolean stands = decision instanceof SettleDecision.Accepted || decision instanceof SettleDecision.Repeated;
        if (stands && !results.kept()) {
            files.delete(fence);
        }
        return stands;
    }

    private int sweep() {
        int lost = 0;
        while (ledger.submit(new Sweep(run.pool(), true)) instanceof SweepDecision.Swept swept) {
            lost += swept.lost();
            if (!swept.more()) {
                break;
            }
        }
        return lost;
    }

    /** So that its line has a result too. */
    private void writeInterrupted(Unit unit, Fence fence) throws IOException {
        if (results.kept()) {
            int attempt = unit.past().getLast().claim().attempt();
            results.files(unit.submission().labels().getOrDefault(Submitter.ORDINAL, ""), unit.id())
                    .publish(new CommandResult(
                            unit.id(),
                            fence,
                            attempt,
                            CommandResult.End.INTERRUPTED,
                            0,
                            Duration.ZERO,
                            "its runner died"));
        }
    }

    /** Each answer takes a unit out of the list, so the first page is always the next one. */
    void failUncertain() throws IOException {
        FindWork query = FindWork.in(run.pool(), Set.of(Status.UNCERTAIN));
        List<Unit> units = ledger.ask(query).units();
        while (!units.isEmpty()) {
            for (Unit unit : units) {
                if (unit.state() instanceof WorkState.Uncertain uncertain) {
                    writeInterrupted(unit, uncertain.fence());
                    ledger.submit(new Resolve(
                            unit.id(),
                            uncertain.fence(),
                            new Resolution.Failed(Judgement.INTERRUPTED),
                            "--if-interrupted fail",
                            "holdfast run"));
                }
            }
            units = ledger.ask(query).units();
        }
    }
}
