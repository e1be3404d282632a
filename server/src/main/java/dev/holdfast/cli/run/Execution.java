// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.HandlerOptions;
import dev.holdfast.Holdfast;
import dev.holdfast.Worker;
import dev.holdfast.WorkerOptions;
import dev.holdfast.cli.Output;
import dev.holdfast.cli.Text;
import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.runtime.local.LocalProcesses;
import dev.holdfast.runtime.local.ProcessProof;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One start of a run: recover what died before, submit the lines, work until nothing is left, tell how it went. The
 * units' lives are the ledger's; this only reads, starts commands and waits.
 */
final class Execution {
    /** What a command has between TERM and KILL. */
    private static final Duration KILL_GRACE = Duration.ofSeconds(5);

    /** A run that was asked to stop waits for its commands for as long as they take; asked twice, it ends them. */
    private static final Duration PATIENCE = Duration.ofDays(365);

    private static final Duration RECOVER_EVERY = Duration.ofSeconds(2);

    /** How often progress is shown. */
    private static final long TICK_MILLIS = 100;

    /** Least time between two questions about the pool: commands may end by the thousand. */
    private static final long PAUSE_MILLIS = 10;

    private final Ledger ledger;
    private final Run run;
    private final RunPool pool;
    private final ResultsFolder results;
    private final Path spool;
    private final Judgement judgement;
    private final int concurrency;
    private final String ledgerHint;
    private final Output output;
    private final LocalProcesses processes = new LocalProcesses();
    private final long startedNanos = System.nanoTime();
    private final Progress progress;
    private final Report report;
    private final Watch watch;
    private final Commands commands;
    private final AtomicInteger stopRequests = new AtomicInteger();
    private final AtomicReference<@Nullable Exception> fatal = new AtomicReference<>();

    Execution(
            Ledger ledger,
            Run run,
            CommandTemplate template,
            ResultsFolder results,
            Path spool,
            Judgement judgement,
            int concurrency,
            Optional<Duration> timeout,
            String ledgerHint,
            Output output) {
        this.ledger = ledger;
        this.run = run;
        this.pool = new RunPool(ledger, run.pool());
        this.results = results;
        this.spool = spool;
        this.judgement = judgement;
        this.concurrency = concurrency;
        this.ledgerHint = ledgerHint;
        this.output = output;
        this.progress = new Progress(output.err(), startedNanos);
        this.report = new Report(
                output,
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                progress,
                !results.kept());
        this.watch = new Watch(report, results);
        this.commands = new Commands(run, template, processes, Surroundings.ofThisProcess(), timeout, KILL_GRACE);
    }

    int run(LineReader lines) throws IOException, InterruptedException {
        RunCounts before = pool.counts();
        CrashRecovery recovery = new CrashRecovery(ledger, run, processes, results, spool, judgement, KILL_GRACE);
        recovery.recover(this::printLeftover).sentence().ifPresent(progress::say);
        String process = ProcessProof.ofThisProcess().text();
        ClaimSecret secret = Runner.enlist(spool, process);
        boolean allRead;
        try (Holdfast holdfast = Holdfast.over(ledger)) {
            holdfast.handle(
                    Submitter.KIND,
                    byte[].class,
                    HandlerOptions.DEFAULT
                            .withPool(run.pool().value())
                            .withConcurrency(concurrency)
                            .withInterruptOnCancel(true),
                    new CommandHandler(ledger, commands, results, judgement, ends()));
            Worker worker = holdfast.start(WorkerOptions.DEFAULT
                    .withConcurrency(concurrency)
                    .withGrace(PATIENCE)
                    .withSecret(secret)
                    .withListener(watch));
            listenForSignals(worker);
            allRead = work(lines, worker, recovery);
        }
        if (judgement.interrupted() == IfInterrupted.FAIL) {
            recovery.failUncertain();
        }
        Runner.forget(spool, process);
        removeIfEmpty(spool);
        return new Summary(ledger, run, pool, ledgerHint, output, progress, startedNanos)
                .tell(before, allRead, stopRequests.get() > 0, Optional.ofNullable(fatal.get()));
    }

    private CommandHandler.Ends ends() {
        return new CommandHandler.Ends() {
            @Override
            public void ended(UnitFiles files, byte[] line, CommandResult result) throws IOException {
                report.ended(files, line, result);
            }

            @Override
            public void cannotWrite(IOException failure) {
                stop(failure);
            }

            @Override
            public void cannotStart(String why) {
                watch.trouble("commands cannot be started now, trying again", new IOException(why));
            }
        };
    }

    private void printLeftover(UnitFiles files, Payload line, CommandResult result) throws IOException {
        report.ended(files, line.bytes(), result);
    }

    /** The run cannot go on; what stopped it first is what is told. */
    private void stop(Exception why) {
        if (stopRequests.get() == 0) {
            fatal.compareAndSet(null, why);
        }
        watch.wake();
    }

    private void listenForSignals(Worker worker) {
        Signals.handle("INT", () -> stopRequested(worker, false));
        Signals.handle("TERM", () -> stopRequested(worker, true));
        Signals.handle("HUP", () -> stopRequested(worker, true));
    }

    private void stopRequested(Worker worker, boolean now) {
        boolean end = stopRequests.incrementAndGet() > 1 || now;
        progress.say(
                end
                        ? "stopping: ending " + Text.count(commands.running(), "command")
                        : "stopping when what runs has ended (" + Text.count(commands.running(), "command")
                                + "); Ctrl-C again ends it");
        Thread.ofPlatform().daemon().name("holdfast-stop").start(() -> {
            if (end) {
                stopCommands();
            }
            worker.drain();
        });
        watch.wake();
    }

    private void stopCommands() {
        try {
            commands.stopAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when nothing is left to do, or when the run has to stop; says whether all lines were read. */
    private boolean work(LineReader lines, Worker worker, CrashRecovery recovery)
            throws IOException, InterruptedException {
        Optional<IndexFile> index = results.kept() ? Optional.of(new IndexFile(results.folder())) : Optional.empty();
        Submitter submitter = new Submitter(ledger, run, judgement.interrupted(), results, index);
        long recoveredNanos = System.nanoTime();
        try (Reading reading = new Reading(lines, submitter, index, this::stop)) {
            while (stopRequests.get() == 0 && fatal.get() == null && !isFinished(reading)) {
                if (!worker.isHealthy()) {
                    stop(new IllegalStateException(
                            worker.failure().map(Throwable::toString).orElse("the worker has stopped")));
                }
                if (commands.running() == 0 && System.nanoTime() - recoveredNanos > RECOVER_EVERY.toNanos()) {
                    // Idle: what is left may be held by another runner that has died meanwhile.
                    recovery.recover(this::printLeftover).sentence().ifPresent(progress::say);
                    recoveredNanos = System.nanoTime();
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                watch.await(TICK_MILLIS);
            }
            return reading.isDone();
        }
    }

    private boolean isFinished(Reading reading) {
        boolean allRead = reading.isDone();
        try {
            RunCounts counts = pool.counts();
            progress.show(tally(counts, allRead), System.nanoTime());
            return allRead && counts.left() == 0;
        } catch (LedgerUnavailable e) {
            return false; // the worker tells of it, and goes on when the ledger does
        }
    }

    private Progress.Tally tally(RunCounts counts, boolean allRead) {
        return new Progress.Tally(
                counts.total(),
                counts.ended(),
                watch.ended(),
                commands.running(),
                counts.failed(),
                counts.uncertain(),
                allRead);
    }

    private static void removeIfEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            return; // another runner uses it, or what it holds is still needed
        }
    }
}
