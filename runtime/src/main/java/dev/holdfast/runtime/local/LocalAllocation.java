// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.runtime.spi.Allocation;
import dev.holdfast.runtime.spi.Inspection;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Follows what runs for an attempt, whoever started it: waits for one process, looks again, waits for the next one. That a
 * process has ended says nothing by itself; only what the spool and the list of processes say together does.
 */
final class LocalAllocation implements Allocation {
    private static final Executor FOLLOWERS =
            run -> Thread.ofVirtual().name("holdfast-allocation").start(run);

    private static final Executor SOON = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS, FOLLOWERS);
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, FOLLOWERS);

    private final AllocationRef ref;
    private final Look look;
    private final AttemptProcesses processes;
    private final CompletableFuture<EvidenceNote> ended = new CompletableFuture<>();
    private volatile boolean closed;

    /** Looks at the allocation as it is now. */
    interface Look {
        Inspection inspect() throws IOException;
    }

    LocalAllocation(AllocationRef ref, Look look, AttemptProcesses processes) {
        this.ref = ref;
        this.look = look;
        this.processes = processes;
        FOLLOWERS.execute(this::follow);
    }

    @Override
    public AllocationRef ref() {
        return ref;
    }

    @Override
    public CompletionStage<EvidenceNote> ended() {
        return ended.minimalCompletionStage();
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Whom to wait for is chosen before the look: a launcher that is gone by then has written all that it ever will. */
    private void follow() {
        if (closed) {
            return;
        }
        try {
            Optional<ProcessHandle> next = processes.toAwait();
            switch (look.inspect()) {
                case Inspection.Ended(EvidenceNote evidence) -> ended.complete(evidence);
                case Inspection.Absent(EvidenceNote evidence) -> ended.complete(evidence);
                case Inspection.Present present -> followAfter(next, SOON);
                case Inspection.Unknown unknown -> followAfter(next, LATER);
            }
        } catch (IOException | RuntimeException e) {
            LATER.execute(this::follow);
        }
    }

    private void followAfter(Optional<ProcessHandle> next, Executor otherwise) {
        if (next.isPresent()) {
            CompletableFuture<Void> unused = next.get().onExit().thenRunAsync(this::follow, FOLLOWERS);
        } else {
            otherwise.execute(this::follow);
        }
    }
}
