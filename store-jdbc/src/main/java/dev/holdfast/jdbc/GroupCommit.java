// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that writes for all.
 *
 * <p><b>Why.</b> A commit that survives a power cut waits for the disk, and a disk takes as long for one small record as
 * for a hundred. A store with a single writer gains nothing from many threads that commit in turn: they only fight for
 * the lock. So callers hand their transaction over and wait; the writer takes all that are waiting, runs one after the
 * other, and commits them together. Under load the groups grow by themselves: whatever arrives while a commit waits for
 * the disk is the next group. Nobody waits for a group to fill.
 *
 * <p><b>Apart though together.</b> Each call runs behind a mark of its own. One that fails by itself (a bug in a rule, a
 * tripwire) is taken back to its mark, and only its caller hears of it. A failure of the store (locked, full, damaged)
 * concerns the whole group: nothing of it was applied. It is tried again as a whole when that may help, so a call must
 * bear being run more than once. A commit without an answer leaves the whole group in doubt, and all callers are told so.
 *
 * <p><b>Waiting.</b> A caller waits until its transaction has an outcome; an interrupt does not end that, because then
 * nobody would know the outcome. The flag is set again afterwards.
 *
 * <p>Thread-safe.
 *
 * @param <S> what a transaction works on
 */
public final class GroupCommit<S> implements AutoCloseable {
    /** Most calls in one commit: bounds how long the first of a group waits for the last. */
    private static final int MAX_GROUP = 128;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

    private final Transactions<S> transactions;
    private final Duration patience;
    private final LinkedBlockingQueue<WriteCall<S, ?>> waiting = new LinkedBlockingQueue<>();
    private final WriteCall<S, Boolean> stop = new WriteCall<>(session -> true);
    private final Thread writer;
    private volatile boolean closed;

    /** @param patience how long a group is tried again while the store is locked by others */
    public GroupCommit(String name, Transactions<S> transactions, Duration patience) {
        this.transactions = transactions;
        this.patience = patience;
        this.writer = Thread.ofPlatform().daemon().name(name).unstarted(this::writeUntilStopped);
    }

    public GroupCommit<S> start() {
        writer.start();
        return this;
    }

    /**
     * Runs {@code work} in a transaction and returns its value once that is durable.
     *
     * @throws dev.holdfast.core.ledger.LedgerException when the transaction did not commit, or may not have
     */
    public <R> R write(SqlFunction<S, R> work) {
        if (Thread.currentThread() == writer) {
            throw new IllegalStateException("a transaction cannot wait for another one");
        }
        WriteCall<S, R> call = new WriteCall<>(work);
        if (closed) {
            throw closed();
        }
        waiting.add(call);
        // Whoever closes sets the flag before the stop mark, so a call that is behind the mark sees the flag here.
        if (closed && waiting.remove(call)) {
            throw closed();
        }
        return call.await();
    }

    /** How many calls wait for the writer, those that it runs now not counted. */
    int waiting() {
        return waiting.size();
    }

    /** Ends the writer after what waits now. Idempotent. */
    @Override
    public void close() {
        closed = true;
        waiting.add(stop);
        boolean interrupted = false;
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeUntilStopped() {
        List<WriteCall<S, ?>> group = new ArrayList<>();
        try {
            while (take(group)) {
                write(group);
            }
        } finally {
            closed = true;
            LedgerUnavailable ended = closed();
            // A call that has its outcome keeps it; nobody may wait for a writer that is gone.
            group.stream().filter(call -> !call.isDone()).forEach(call -> call.fail(ended));
            transactions.close();
            waiting.forEach(call -> call.fail(closed()));
        }
    }

    private static LedgerUnavailable closed() {
        return new LedgerUnavailable("the ledger is closed");
    }

    /** Fills the next group; false when the writer has to end. */
    private boolean take(List<WriteCall<S, ?>> group) {
        group.clear();
        while (group.isEmpty()) {
            try {
                group.add(waiting.take());
            } catch (InterruptedException e) {
                // nobody may end this thread but the stop mark
            }
        }
        waiting.drainTo(group, MAX_GROUP - 1);
        int end = group.indexOf(stop);
        if (end >= 0) {
            waiting.addAll(group.subList(end + 1, group.size()));
            group.subList(end, group.size()).clear();
            write(group);
            return false;
        }
        return true;
    }

    private void write(List<WriteCall<S, ?>> group) {
        if (group.isEmpty()) {
            return;
        }
        long started = System.nanoTime();
        for (long pause = FIRST_PAUSE.toNanos(); ; pause = Math.min(2 * pause, LONGEST_PAUSE.toNanos())) {
            SQLException failure;
            boolean committing = false;
            try {
                runAll(group);
                committing = true;
                transactions.commit();
                group.forEach(WriteCall::succeed);
                return;
            } catch (SQLException e) {
                failure = e;
            } catch (RuntimeException | Error e) {
                RuntimeException unknown = new OutcomeUnknown("the store failed while it committed", e);
                boolean wasCommitting = committing;
                group.forEach(call -> call.fail(wasCommitting ? unknown : e));
                transactions.rollback();
                return;
            }
            transactions.rollback();
            Verdict verdict = transactions.verdict(failure, committing);
            if (verdict != Verdict.NOT_APPLIED || System.nanoTime() - started > patience.toNanos()) {
                RuntimeException explained = transactions.explain(verdict, failure);
                group.forEach(call -> call.fail(explained));
                return;
            }
            LockSupport.parkNanos(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
        }
    }

    private void runAll(List<WriteCall<S, ?>> group) throws SQLException {
        S session = transactions.begin();
        boolean alone = group.size() == 1;
        for (WriteCall<S, ?> call : group) {
            if (!alone) {
                transactions.mark();
            }
            try {
                call.run(session);
            } catch (SQLException e) {
                if (alone || transactions.verdict(e, false) != Verdict.BROKEN) {
                    throw e;
                }
                transactions.undo();
                call.failsWith(transactions.explain(Verdict.BROKEN, e));
                continue;
            } catch (RuntimeException | Error e) {
                if (alone) {
                    throw e;
                }
                transactions.undo();
                call.failsWith(e);
                continue;
            }
            if (!alone) {
                transactions.keep();
            }
        }
    }
}
