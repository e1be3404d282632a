// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.runtime.spi.Listener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Follows what this runner's worker does, and wakes who waits for it. Thread-safe. */
final class Watch implements Listener {
    private final Report report;
    private final ResultsFolder results;
    private final AtomicLong granted = new AtomicLong();
    private final AtomicLong running = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong succeeded = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    Watch(Report report, ResultsFolder results) {
        this.report = report;
        this.results = results;
    }

    @Override
    public void started(Grant grant) {
        running.incrementAndGet();
    }

    @Override
    public void granted(Grant grant) {
        granted.incrementAndGet();
    }

    @Override
    public void settled(Grant grant, Answer answer, SettleDecision decision) {
        running.updateAndGet(count -> Math.max(0, count - 1));
        if (decision instanceof SettleDecision.Accepted accepted) {
            if (accepted.status().isEnd()) {
                ended.incrementAndGet();
            }
            if (accepted.status() == Status.SUCCEEDED) {
                succeeded.incrementAndGet();
            }
            if (answer instanceof Answer.Failed failed && accepted.status() == Status.FAILED) {
                report.failed(
                        failed.code(),
                        grant.submission().payload().bytes(),
                        grant.work().value(),
                        "");
            }
        }
        if (!results.kept()) {
            deleteSpooled(grant);
        }
        wake();
    }

    private void deleteSpooled(Grant grant) {
        try {
            results.files(grant.submission().labels().getOrDefault(Submitter.ORDINAL, ""), grant.work())
                    .delete();
        } catch (IOException e) {
            return; // only disk space: the ledger knows what became of the unit
        }
    }

    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something happens, at most so long. */
    void await(long millis) throws InterruptedException {
        lock.lock();
        try {
            changed.awaitNanos(millis * 1_000_000);
        } finally {
            lock.unlock();
        }
    }

    long running() {
        return running.get();
    }

    long granted() {
        return granted.get();
    }

    long ended() {
        return ended.get();
    }

    long succeeded() {
        return succeeded.get();
    }
}
