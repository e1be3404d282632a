// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.Handler;
import dev.holdfast.Outcome;
import dev.holdfast.WorkContext;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.runtime.spi.Allocation;
import dev.holdfast.runtime.spi.ClaimMark;
import dev.holdfast.runtime.spi.ProvisionFailed;
import dev.holdfast.runtime.spi.ProvisionRequest;
import dev.holdfast.runtime.spi.Provisioner;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Runs the command of one unit: start, wait, write down how it ended, say what that means. */
final class CommandHandler implements Handler<byte[]> {
    private final Ledger ledger;
    private final Run run;
    private final CommandTemplate template;
    private final Provisioner provisioner;
    private final Surroundings surroundings;
    private final ResultsFolder results;
    private final Optional<Duration> timeout;
    private final Duration killGrace;
    private final Judgement judgement;
    private final Ends ends;
    private final Set<ClaimMark> running = ConcurrentHashMap.newKeySet();

    /** Is told how commands ended, before the ledger is. */
    interface Ends {
        void ended(UnitFiles files, byte[] line, CommandResult result) throws IOException;

        /** A result could not be written; the run has to stop, and its units stay for the next one. */
        void cannotWrite(IOException failure);
    }

    CommandHandler(
            Ledger ledger,
            Run run,
            CommandTemplate template,
            Provisioner provisioner,
            Surroundings surroundings,
            ResultsFolder results,
            Optional<Duration> timeout,
            Duration killGrace,
            Judgement judgement,
            Ends ends) {
        this.ledger = ledger;
        this.run = run;
        this.template = template;
        this.provisioner = provisioner;
        this.surroundings = surroundings;
        this.results = results;
        this.timeout = timeout;
        this.killGrace = killGrace;
        this.judgement = judgement;
        this.ends = ends;
    }

    @Override
    public Outcome run(byte[] line, WorkContext context) throws InterruptedException {
        UnitFiles files = results.files(context.labels().getOrDefault(Submitter.ORDINAL, ""), context.work());
        Payload payload = context.submission().payload();
        try {
            CommandResult result = payload.mediaType().equals(Line.LONG_MEDIA_TYPE)
                    ? notStarted(
                            context, 126, "the line has " + payload.asText() + " bytes, more than an argument can have")
                    : execute(line, files, context);
            files.publish(result);
            ends.ended(files, line, result);
            return Judgement.outcome(judgement.of(result, tries(context, result)));
        } catch (IOException e) {
            ends.cannotWrite(e);
            return Outcome.retryAfter(Duration.ofSeconds(1), "results-not-writable");
        }
    }

    /** How many runs have ended by themselves, this one included; only asked where it matters. */
    private int tries(WorkContext context, CommandResult result) {
        if (result.succeeded() || context.attempt() == 1) {
            return 1;
        }
        return ledger.ask(new Inspect(context.work()))
                .map(unit -> unit.attempts() + 1)
                .orElse(context.attempt());
    }

    private CommandResult execute(byte[] line, UnitFiles files, WorkContext context)
            throws InterruptedException, IOException {
        ClaimMark mark = new ClaimMark(run.marker(), context.work(), context.fence());
        Optional<List<String>> words = Arguments.of(template.arguments(line));
        if (words.isEmpty()) {
            return notStarted(context, 126, "the line has a zero byte, which no argument can have");
        }
        long from = System.nanoTime();
        Allocation allocation;
        try {
            allocation = provisioner.provision(new ProvisionRequest(
                    mark,
                    surroundings.arguments(words.get()),
                    surroundings.environment(),
                    Optional.empty(),
                    files.out(context.fence()),
                    files.err(context.fence())));
        } catch (ProvisionFailed e) {
            return failedToStart(e, context);
        }
        running.add(mark);
        try {
            Optional<Allocation.Exit> exit = await(allocation);
            if (exit.isEmpty()) {
                provisioner.terminate(mark, killGrace);
                return result(context, CommandResult.End.TIMED_OUT, 124, from, "ended after " + timeout.orElseThrow());
            }
            return result(exit.get(), context, from);
        } catch (InterruptedException e) {
            stop(mark, files, context);
            throw e;
        } finally {
            running.remove(mark);
        }
    }

    /** Ends all commands that run; their units go back as interrupted. */
    void endAll() throws InterruptedException {
        for (ClaimMark mark : running) {
            provisioner.terminate(mark, killGrace);
        }
    }

    private Optional<Allocation.Exit> await(Allocation allocation) throws InterruptedException {
        return timeout.isPresent() ? allocation.await(timeout.get()) : Optional.of(allocation.await());
    }

    /** The claim is lost or the run stops: nothing of this try may go on. */
    private void stop(ClaimMark mark, UnitFiles files, WorkContext context) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            provisioner.terminate(mark, killGrace);
            files.discard(context.fence());
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static CommandResult result(Allocation.Exit exit, WorkContext context, long from) {
        return exit.signal().isPresent()
                ? result(context, CommandResult.End.KILLED, exit.signal().getAsInt(), from, "")
                : result(context, CommandResult.End.EXITED, exit.status(), from, "");
    }

    private static CommandResult result(
            WorkContext context, CommandResult.End end, int number, long from, String detail) {
        Duration took = Duration.ofNanos(System.nanoTime() - from);
        return new CommandResult(context.work(), context.fence(), context.attempt(), end, number, took, detail);
    }

    private static CommandResult notStarted(WorkContext context, int exit, String detail) {
        return new CommandResult(
                context.work(),
                context.fence(),
                context.attempt(),
                CommandResult.End.NOT_STARTED,
                exit,
                Duration.ZERO,
                detail);
    }

    private static CommandResult failedToStart(ProvisionFailed failure, WorkContext context) throws IOException {
        return switch (failure.reason()) {
            case PROGRAM_NOT_FOUND -> notStarted(context, 127, failure.getMessage());
            case NOT_EXECUTABLE, DIRECTORY_NOT_FOUND, ARGUMENTS_TOO_LONG, ARGUMENT_NOT_ENCODABLE, OTHER ->
                notStarted(context, 126, failure.getMessage());
            case OUTPUT_NOT_WRITABLE -> throw new IOException(failure.getMessage(), failure);
        };
    }
}
