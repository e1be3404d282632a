// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.runtime.spi.Allocation;
import dev.holdfast.runtime.spi.ClaimMark;
import dev.holdfast.runtime.spi.ProvisionFailed;
import dev.holdfast.runtime.spi.ProvisionRequest;
import dev.holdfast.runtime.spi.Provisioner;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs commands as child processes: the arguments as they are, without a shell; standard input empty; output into files;
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
public final class LocalProcesses implements Provisioner {
    private static final Redirect NOTHING = Redirect.from(new File(isWindows() ? "NUL" : "/dev/null"));

    /** Only used where processes cannot be found by their mark. */
    private final Map<ClaimMark, ProcessHandle> started = new ConcurrentHashMap<>();

    /** Starts nothing yet. */
    public LocalProcesses() {}

    @Override
    public Allocation provision(ProvisionRequest request) throws ProvisionFailed {
        StartFailures.checkEncodable(request);
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
            return new LocalAllocation(process);
        } catch (IOException e) {
            throw StartFailures.explain(request, e);
        }
    }

    /** Linux only. */
    @Override
    public List<Discovered> discover(String ledger) {
        if (!ProcessStat.isAvailable()) {
            throw new UnsupportedOperationException("processes of earlier runs can only be found on Linux");
        }
        return MarkedProcesses.all().stream()
                .filter(found -> found.mark().ledger().equals(ledger))
                .map(found -> new Discovered(
                        found.mark(), LocalAllocation.reference(found.process().pid())))
                .toList();
    }

    @Override
    public Termination terminate(ClaimMark mark, Duration grace) throws InterruptedException {
        return new Terminator(() -> running(mark)).terminate(grace);
    }

    private Collection<ProcessHandle> running(ClaimMark mark) {
        if (ProcessStat.isAvailable()) {
            return MarkedProcesses.all().stream()
                    .filter(found -> found.mark().equals(mark))
                    .map(MarkedProcesses.Marked::process)
                    .toList();
        }
        return Optional.ofNullable(started.get(mark)).stream().toList();
    }

    private static boolean isWindows() {
        return File.separatorChar == '\\';
    }
}
