// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.runtime.spi.Listener;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Follows what this runner's worker does, and wakes who waits for it. Thread-safe. */
final class Watch implements Listener {
    private final Report report;
    private final ResultsFolder results;
    private final AtomicLong running = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong succeeded = new AtomicLong();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken;

    Watch(Report report, ResultsFolder results) {
        this.report = report;
        this.results = results;
    }

    @Override
    public void started(Grant grant) {
        running.incrementAndGet();
    }

    @Override
    public void settled(Grant grant, Answer answer, SettleDecision decision) {
        long stillRunning = running.updateAndGet(count -> Math.max(0, count - 1));
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
                        grant.submission().payload(),
                        grant.work().value(),
                        detail(grant));
            }
        }
        boolean stands = decision instanceof SettleDecision.Accepted || decision instanceof SettleDecision.Repeated;
        if (stands && !results.kept()) {
            deleteSpooled(grant);
        }
        if (stillRunning == 0) {
            wake();
        }
    }

    /** Said once for each sort of trouble: the worker goes on, and tries again by itself. */
    @Override
    public void trouble(String what, Throwable cause) {
        if (told.add(what)) {
            report.say(what + (cause.getMessage() == null ? "" : ": " + cause.getMessage()));
        }
    }

    private UnitFiles files(Grant grant) {
        return results.files(grant.submission().labels().getOrDefault(Submitter.ORDINAL, ""), grant.work());
    }

    private String detail(Grant grant) {
        try {
            return files(grant)
                    .published(grant.fence())
                    .map(CommandResult::detail)
                    .orElse("");
        } catch (IOException e) {
            return ""; // only a detail
        }
    }

    private void deleteSpooled(Grant grant) {
        try {
            files(grant).delete(grant.fence());
        } catch (IOException e) {
            return; // only disk space: the ledger knows what became of the unit
        }
    }

    void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing runs any more or somebody has something to say, at most so long. */
    void await(long millis) throws InterruptedException {
        lock.lock();
        try {
            long left = millis * 1_000_000;
            while (!woken && left > 0) {
                left = changed.awaitNanos(left);
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    long ended() {
        return ended.get();
    }

    long succeeded() {
        return succeeded.get();
    }
}
