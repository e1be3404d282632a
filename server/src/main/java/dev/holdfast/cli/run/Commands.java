// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.WorkContext;
import dev.holdfast.cli.Text;
import dev.holdfast.runtime.local.ClaimMark;
import dev.holdfast.runtime.local.CommandRequest;
import dev.holdfast.runtime.local.LocalProcesses;
import dev.holdfast.runtime.local.RunningCommand;
import dev.holdfast.runtime.local.StartFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The commands of a run: starts them, waits for them, ends them. Thread-safe. */
final class Commands {
    private final Run run;
    private final CommandTemplate template;
    private final LocalProcesses processes;
    private final Surroundings surroundings;
    private final Optional<Duration> timeout;
    private final Duration killGrace;
    private final Set<ClaimMark> running = ConcurrentHashMap.newKeySet();
    private final Set<ClaimMark> stopped = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /** How a try to run a command went. */
    sealed interface Try {
        record Ended(CommandResult result) implements Try {}

        /** This runner has ended it; its status says nothing. */
        record Stopped(CommandResult result) implements Try {}

        /** It could not be started now; a later try may succeed. */
        record NotNow(String why) implements Try {}
    }

    Commands(
            Run run,
            CommandTemplate template,
            LocalProcesses processes,
            Surroundings surroundings,
            Optional<Duration> timeout,
            Duration killGrace) {
        this.run = run;
        this.template = template;
        this.processes = processes;
        this.surroundings = surroundings;
        this.timeout = timeout;
        this.killGrace = killGrace;
    }

    /** How many run now. */
    int running() {
        return running.size();
    }

    boolean isStopping() {
        return stopping;
    }

    /** Ends all that run, and what starts from now on. */
    void stopAll() throws InterruptedException {
        stopping = true;
        for (ClaimMark mark : running) {
            stop(mark);
        }
    }

    private void stop(ClaimMark mark) throws InterruptedException {
        stopped.add(mark);
        processes.terminate(mark, killGrace);
    }

    /** @throws IOException when the files for the output cannot be written */
    Try execute(byte[] line, UnitFiles files, WorkContext context) throws InterruptedException, IOException {
        Ending ending = new Ending(context, System.nanoTime());
        Optional<List<String>> words = Arguments.of(template.arguments(line));
        if (words.isEmpty()) {
            return new Try.Ended(ending.notStarted(126, "the line has a zero byte, which no argument can have"));
        }
        ClaimMark mark = new ClaimMark(run.marker(), context.work(), context.fence());
        RunningCommand command;
        try {
            command = processes.start(new CommandRequest(
                    mark,
                    surroundings.arguments(words.get()),
                    surroundings.environment(),
                    Optional.empty(),
                    files.out(context.fence()),
                    files.err(context.fence())));
        } catch (StartFailed e) {
            return notStarted(e, ending);
        }
        running.add(mark);
        try {
            if (stopping) {
                stop(mark);
            }
            return ended(mark, await(command), ending);
        } catch (InterruptedException e) {
            endAfterInterrupt(mark, files, context);
            throw e;
        } finally {
            running.remove(mark);
            stopped.remove(mark);
        }
    }

    private Optional<RunningCommand.Exit> await(RunningCommand command) throws InterruptedException {
        return timeout.isPresent() ? command.await(timeout.get()) : Optional.of(command.await());
    }

    private Try ended(ClaimMark mark, Optional<RunningCommand.Exit> exit, Ending ending) throws InterruptedException {
        if (stopped.contains(mark)) {
            return new Try.Stopped(ending.of(CommandResult.End.KILLED, 15, "ended because the run was stopped"));
        }
        if (exit.isEmpty()) {
            processes.terminate(mark, killGrace);
            return new Try.Ended(
                    ending.of(CommandResult.End.TIMED_OUT, 124, "ended after " + Text.duration(timeout.orElseThrow())));
        }
        return new Try.Ended(
                exit.get().signal().isPresent()
                        ? ending.of(
                                CommandResult.End.KILLED, exit.get().signal().getAsInt(), "")
                        : ending.of(CommandResult.End.EXITED, exit.get().status(), ""));
    }

    /** The claim is lost: nothing of this try may go on. */
    private void endAfterInterrupt(ClaimMark mark, UnitFiles files, WorkContext context) throws IOException {
        try {
            processes.terminate(mark, killGrace);
            files.discard(context.fence());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Try notStarted(StartFailed failure, Ending ending) throws IOException {
        return switch (failure.reason()) {
            case PROGRAM_NOT_FOUND -> new Try.Ended(ending.notStarted(127, failure.getMessage()));
            case NOT_EXECUTABLE, DIRECTORY_NOT_FOUND, ARGUMENTS_TOO_LONG, ARGUMENT_NOT_ENCODABLE ->
                new Try.Ended(ending.notStarted(126, failure.getMessage()));
            case OTHER -> new Try.NotNow(failure.getMessage());
            case OUTPUT_NOT_WRITABLE -> throw new IOException(failure.getMessage(), failure);
        };
    }
}
