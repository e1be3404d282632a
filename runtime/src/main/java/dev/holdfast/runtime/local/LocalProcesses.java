// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Runs commands of workers as child processes: the arguments as they are, without a shell; standard input empty; output into files;
 * the claim's mark in the environment.
 *
 * <p>On Linux everything that runs for a claim is found by its mark, whoever started it and whether or not that one still
 * lives. Elsewhere only what this object started, and its descendants, can be ended, and nothing can be discovered.
 *
 * <p>When a command ends by itself, what it left running in the background is left running: that is its business.
 *
 * <p>Thread-safe. A start costs about 0.75 ms of one core (two at a time on two cores, JDK 25, against 0.50 ms of xargs):
 * the Java platform starts a helper that starts the command. Its other way, VFORK, takes 0.4 ms, but is deprecated and
 * prints a warning.
 */
public final class LocalProcesses {
    /**
     * Something that was found running.
     *
     * @param reference names it for people, such as {@code pid 4711}
     */
    public record Discovered(ClaimMark mark, String reference) {}

    /**
     * What became of a termination.
     *
     * @param asked how many processes were asked to end
     * @param killed how many of them, or of those they started, had to be ended
     * @param quiet proof that nothing is left: it was looked for, twice in a row, and not found
     */
    public record Termination(int asked, int killed, boolean quiet) {}

    static final Redirect NOTHING = Redirect.from(new File(isWindows() ? "NUL" : "/dev/null"));

    /** Only used where processes cannot be found by their mark. */
    private final Map<ClaimMark, ProcessHandle> started = new ConcurrentHashMap<>();

    /** Starts nothing yet. */
    public LocalProcesses() {}

    /** @throws StartFailed when nothing was started */
    public RunningCommand start(CommandRequest request) throws StartFailed {
        StartFailures.checkEncodable(request.arguments());
        ProcessBuilder builder = new ProcessBuilder(request.arguments())
                .redirectInput(NOTHING)
                .redirectOutput(request.stdout().toFile())
                .redirectError(request.stderr().toFile());
        request.directory().ifPresent(directory -> builder.directory(directory.toFile()));
        Map<String, String> environment = builder.environment();
        environment.putAll(request.environment());
        environment.put(ClaimMark.VARIABLE, request.mark().text());
        try {
            Process process = builder.start();
            if (!ProcessStat.isAvailable()) {
                started.put(request.mark(), process.toHandle());
                CompletableFuture<Void> unused = process.onExit().thenRun(() -> started.remove(request.mark()));
            }
            return new RunningCommand(process);
        } catch (IOException e) {
            throw StartFailures.explain(request, e);
        }
    }

    /**
     * Everything that runs now for claims of {@code ledger}, whoever started it.
     *
     * @throws UnsupportedOperationException where processes cannot be found by their mark: on anything but Linux
     */
    public List<Discovered> discover(String ledger) {
        if (!ProcessStat.isAvailable()) {
            throw new UnsupportedOperationException("processes of earlier runs can only be found on Linux");
        }
        return MarkedProcesses.all().stream()
                .flatMap(found -> ClaimMark.parse(found.mark())
                        .filter(mark -> mark.ledger().equals(ledger))
                        .map(mark -> new Discovered(
                                mark, RunningCommand.reference(found.process().pid())))
                        .stream())
                .toList();
    }

    /**
     * Asks everything that runs for a claim to end, and ends it after {@code grace}.
     *
     * @throws InterruptedException when interrupted; some of it may still run
     */
    public Termination terminate(ClaimMark mark, Duration grace) throws InterruptedException {
        return new Terminator(found -> running(mark, found)).terminate(grace);
    }

    private void running(ClaimMark mark, Consumer<ProcessHandle> found) {
        if (ProcessStat.isAvailable()) {
            MarkedProcesses.each(mark.text()::equals, found);
        } else {
            Optional.ofNullable(started.get(mark)).ifPresent(found);
        }
    }

    private static boolean isWindows() {
        return File.separatorChar == '\\';
    }
}
