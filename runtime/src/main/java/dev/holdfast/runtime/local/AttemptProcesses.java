// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.attempt.AttemptId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What runs for one attempt. On Linux all that carries its mark, whoever started it; elsewhere the launcher that its starter
 * wrote down, if it is still the same process.
 */
final class AttemptProcesses {
    private final AttemptFolder folder;
    private final Predicate<String> marks;

    AttemptProcesses(String spool, AttemptId attempt, AttemptFolder folder) {
        this.folder = folder;
        this.marks = new AttemptMark(spool, attempt, 1).anyGeneration();
    }

    /** Whether what is not found does not run. Without marks that is so only when the launcher was written down. */
    boolean isComplete() throws IOException {
        return ProcessStat.isAvailable() || folder.isProcessKnown();
    }

    List<ProcessHandle> running() throws IOException {
        return ProcessStat.isAvailable()
                ? MarkedProcesses.running(marks).stream()
                        .filter(AttemptProcesses::runs)
                        .toList()
                : folder.process().stream().toList();
    }

    /** What runs, each as soon as it is seen. */
    void each(Consumer<ProcessHandle> found) throws IOException {
        if (ProcessStat.isAvailable()) {
            MarkedProcesses.each(marks, found);
        } else {
            folder.process().ifPresent(found);
        }
    }

    /** Looked for twice: one that is born while the first list is read is in the second, or its parent is. */
    boolean isQuiet() throws IOException {
        boolean none = running().isEmpty();
        return none && running().isEmpty();
    }

    /** The one to wait for: the launcher, which sees the command end; what else there is when that is gone. */
    Optional<ProcessHandle> toAwait() throws IOException {
        List<ProcessHandle> running = running();
        Optional<ProcessHandle> launcher = folder.process();
        return launcher.filter(running::contains).or(() -> running.stream().findFirst());
    }

    private static boolean runs(ProcessHandle process) {
        return ProcessStat.of(process.pid()).filter(ProcessStat::runs).isPresent();
    }
}
