// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.HandlerOptions;
import dev.holdfast.Holdfast;
import dev.holdfast.WorkerOptions;
import dev.holdfast.cli.Output;
import dev.holdfast.cli.Text;
import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.runtime.local.LocalProcesses;
import dev.holdfast.runtime.local.ProcessProof;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One start of a run: recover what died before, submit the lines, work until nothing is left, tell how it went. The
 * units' lives are the ledger's; this only reads, starts commands and waits.
 */
final class Execution {
    /** What a command has between TERM and KILL. */
    private static final Duration KILL_GRACE = Duration.ofSeconds(5);

    /** A run that was asked to stop waits for its commands for as long as they take; asked twice, it ends them. */
    private static final Duration PATIENCE = Duration.ofDays(365);

    private static final long TICK_MILLIS = 100;

    private final Ledger ledger;
    private final Run run;
    private final CommandTemplate template;
    private final ResultsFolder results;
    private final Path spool;
    private final Judgement judgement;
    private final int jobs;
    private final Optional<Duration> timeout;
    private final Output output;
    private final LocalProcesses provisioner = new LocalProcesses();
    private final long startedNanos = System.nanoTime();
    private final Progress progress;
    private final Report report;
    private final Watch watch;
    private final AtomicInteger stopRequests = new AtomicInteger();
    private final AtomicReference<Exception> fatal = new AtomicReference<>();

    Execution(
            Ledger ledger,
            Run run,
            CommandTemplate template,
            ResultsFolder results,
            Path spool,
            Judgement judgement,
            int jobs,
            Optional<Duration> timeout,
            Output output) {
        this.ledger = ledger;
        this.run = run;
        this.template = template;
        this.results = results;
        this.spool = spool;
        this.judgement = judgement;
        this.jobs = jobs;
        this.timeout = timeout;
        this.output = output;
        this.progress = new Progress(output.err(), startedNanos);
        this.report = new Report(
                output,
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                progress,
                !results.kept());
        this.watch = new Watch(report, results);
    }

    int run(LineReader lines) throws IOException, InterruptedException {
        recover();
        String process = ProcessProof.ofThisProcess().text();
        ClaimSecret secret = Runner.enlist(spool, process);
        CommandHandler handler = handler();
        Submitter submitter;
        try (Holdfast holdfast = Holdfast.over(ledger)) {
            holdfast.handle(
                    Submitter.KIND,
                    byte[].class,
                    HandlerOptions.DEFAULT.withPool(run.pool().value()).withConcurrency(jobs),
                    handler);
            holdfast.start(WorkerOptions.DEFAULT
                    .withConcurrency(jobs)
                    .withGrace(PATIENCE)
                    .withSecret(secret)
                    .withListener(watch));
            listenForSignals(handler);
            submitter = work(lines);
        }
        Runner.forget(spool, process);
        removeIfEmpty(spool);
        return new Summary(ledger, run, judgement.interrupted(), output, progress, startedNanos)
                .tell(submitter, watch, stopRequests.get() > 0, fatal.get());
    }

    private CommandHandler handler() {
        return new CommandHandler(
                ledger,
                run,
                template,
                provisioner,
                Surroundings.ofThisProcess(),
                results,
                timeout,
                KILL_GRACE,
                judgement,
                new CommandHandler.Ends() {
                    @Override
                    public void ended(UnitFiles files, byte[] line, CommandResult result) throws IOException {
                        report.ended(files, line, result);
                    }

                    @Override
                    public void cannotWrite(IOException failure) {
                        stop(failure);
                    }
                });
    }

    private void recover() throws IOException, InterruptedException {
        CrashRecovery recovery = new CrashRecovery(ledger, run, provisioner, results, spool, judgement, KILL_GRACE);
        recovery.recover(this::printLeftover).sentence().ifPresent(progress::say);
    }

    private void printLeftover(UnitFiles files, Payload line, CommandResult result) throws IOException {
        report.ended(files, line.bytes(), result);
    }

    private void stop(Exception why) {
        fatal.compareAndSet(null, why);
        watch.wake();
    }

    private void listenForSignals(CommandHandler handler) {
        Signals.handle("INT", () -> stopRequested(handler, false));
        Signals.handle("TERM", () -> stopRequested(handler, true));
        Signals.handle("HUP", () -> stopRequested(handler, true));
    }

    private void stopRequested(CommandHandler handler, boolean now) {
        boolean second = stopRequests.incrementAndGet() > 1 || now;
        progress.say(
                second
                        ? "stopping: ending " + Text.count(watch.running(), "command")
                        : "stopping when " + Text.count(watch.running(), "command")
                                + " have ended; Ctrl-C again ends them");
        if (second) {
            Thread.ofPlatform().daemon().name("holdfast-stop").start(() -> endAll(handler));
        }
        watch.wake();
    }

    private static void endAll(CommandHandler handler) {
        try {
            handler.endAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when nothing is left to do, or when the run has to stop. */
    private Submitter work(LineReader lines) throws IOException, InterruptedException {
        LineSource source = new LineSource(lines);
        try (Index index = Index.of(results)) {
            Submitter submitter = new Submitter(ledger, run, judgement.interrupted(), results, index.file());
            Thread thread =
                    Thread.ofPlatform().daemon().name("holdfast-submit").start(() -> submit(source, submitter, index));
            while (stopRequests.get() == 0 && fatal.get() == null) {
                watch.await(TICK_MILLIS);
                boolean allRead = !thread.isAlive();
                PoolSnapshot pool = ledger.ask(new ShowPool(run.pool())).orElseThrow();
                progress.show(tally(pool, allRead), System.nanoTime());
                if (allRead && pool.count(Status.QUEUED) + pool.count(Status.CLAIMED) == 0) {
                    break;
                }
            }
            if (thread.isAlive()) {
                thread.interrupt();
                thread.join(1_000);
            }
            return submitter;
        }
    }

    private void submit(LineSource source, Submitter submitter, Index index) {
        try {
            while (!source.isAtEnd()) {
                List<Line> batch = source.next();
                if (!batch.isEmpty()) {
                    submitter.submit(batch);
                }
            }
            index.finish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            stop(e);
        }
    }

    private Progress.Tally tally(PoolSnapshot pool, boolean allRead) {
        long total =
                pool.ended() + pool.count(Status.QUEUED) + pool.count(Status.CLAIMED) + pool.count(Status.UNCERTAIN);
        long failed = pool.ended() - pool.count(Status.SUCCEEDED);
        return new Progress.Tally(
                total, pool.ended(), watch.ended(), watch.running(), failed, pool.count(Status.UNCERTAIN), allRead);
    }

    private static void removeIfEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            return; // another runner uses it, or what it holds is still needed
        }
    }

    /** The index of a results folder; of a spool there is none. */
    private record Index(Optional<IndexFile> file) implements AutoCloseable {
        static Index of(ResultsFolder results) throws IOException {
            return new Index(results.kept() ? Optional.of(new IndexFile(results.folder())) : Optional.empty());
        }

        void finish() throws IOException {
            if (file.isPresent()) {
                file.get().finish();
            }
        }

        @Override
        public void close() throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }
}
