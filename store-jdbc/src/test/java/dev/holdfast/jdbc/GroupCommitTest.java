// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The writer over a list that knows how to roll back. */
class GroupCommitTest {
    private final Lists lists = new Lists();
    private final GroupCommit<List<String>> writer =
            new GroupCommit<>("test-writer", lists, Duration.ofMillis(200)).start();
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        writer.close();
        callers.shutdownNow();
    }

    /** A store of lines. */
    private static final class Lists implements Transactions<List<String>> {
        final List<String> durable = new ArrayList<>();
        final List<Integer> commits = new ArrayList<>();
        final AtomicInteger locked = new AtomicInteger();
        volatile String failCommit = "";
        volatile boolean dies;
        private List<String> current = List.of();
        private int mark;

        @Override
        public List<String> begin() throws SQLException {
            if (locked.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new SQLException("locked");
            }
            current = new ArrayList<>(durable);
            return current;
        }

        @Override
        public void mark() {
            mark = current.size();
        }

        @Override
        public void keep() {}

        @Override
        public void undo() {
            current.subList(mark, current.size()).clear();
        }

        @Override
        public void commit() throws SQLException {
            if (!failCommit.isEmpty()) {
                throw new SQLException(failCommit);
            }
            commits.add(current.size() - durable.size());
            durable.clear();
            durable.addAll(current);
        }

        @Override
        public void rollback() {
            if (dies) {
                throw new IllegalStateException("the writer dies of this");
            }
            current = List.of();
        }

        @Override
        public Verdict verdict(SQLException failure, boolean committing) {
            return switch (failure.getMessage()) {
                case "locked" -> Verdict.NOT_APPLIED;
                case "full" -> Verdict.UNAVAILABLE;
                case "no answer" -> committing ? Verdict.UNKNOWN : Verdict.UNAVAILABLE;
                default -> Verdict.BROKEN;
            };
        }

        @Override
        public LedgerException explain(Verdict verdict, SQLException failure) {
            return switch (verdict) {
                case UNKNOWN -> new OutcomeUnknown(failure.getMessage(), failure);
                case BROKEN -> new LedgerBroken(failure.getMessage(), failure);
                case DONE, NOT_APPLIED, UNAVAILABLE -> new LedgerUnavailable(failure.getMessage(), failure);
            };
        }

        @Override
        public void close() {
            durable.add("closed");
        }
    }

    /** Holds the writer, so that what is sent meanwhile becomes one group. */
    private List<Future<String>> inOneGroup(List<Callable<String>> calls) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Future<String> holder = callers.submit(() -> writer.write(lines -> {
            held.countDown();
            awaitQuietly(release);
            return "held";
        }));
        held.await();
        List<Future<String>> answers = new ArrayList<>();
        for (Callable<String> call : calls) {
            answers.add(callers.submit(call));
            while (writer.waiting() < answers.size()) {
                Thread.onSpinWait();
            }
        }
        release.countDown();
        assertThat(holder.get()).isEqualTo("held");
        return answers;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Callable<String> adding(String line) {
        return () -> writer.write(lines -> {
            lines.add(line);
            return line;
        });
    }

    @Test
    void whatWaitsSharesACommit() throws Exception {
        List<Future<String>> answers = inOneGroup(List.of(adding("a"), adding("b"), adding("c")));
        for (Future<String> answer : answers) {
            answer.get();
        }
        assertThat(lists.durable).containsExactly("a", "b", "c");
        assertThat(lists.commits).containsExactly(0, 3);
    }

    @Test
    void aCallThatFailsByItselfTakesOnlyItsOwnWorkBack() throws Exception {
        List<Future<String>> answers = inOneGroup(List.of(
                adding("a"),
                () -> writer.write(lines -> {
                    lines.add("b");
                    throw new IllegalArgumentException("senseless");
                }),
                () -> writer.write(lines -> {
                    lines.add("c");
                    throw new SQLException("tripwire");
                }),
                adding("d")));
        assertThat(answers.get(0).get()).isEqualTo("a");
        assertThat(answers.get(3).get()).isEqualTo("d");
        assertThat(failure(answers.get(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("senseless");
        assertThat(failure(answers.get(2))).isInstanceOf(LedgerBroken.class).hasMessage("tripwire");
        assertThat(lists.durable).containsExactly("a", "d");
    }

    @Test
    void aFailureOfTheStoreConcernsAll() throws Exception {
        List<Future<String>> answers = inOneGroup(List.of(
                adding("a"),
                () -> writer.write(lines -> {
                    throw new SQLException("full");
                })));
        assertThat(failure(answers.get(0))).isInstanceOf(LedgerUnavailable.class);
        assertThat(failure(answers.get(1))).isInstanceOf(LedgerUnavailable.class);
        assertThat(lists.durable).isEmpty();
    }

    @Test
    void aCommitWithoutAnAnswerLeavesAllInDoubt() throws Exception {
        List<Future<String>> answers = inOneGroup(List.of(
                () -> writer.write(lines -> {
                    lists.failCommit = "no answer";
                    return "a";
                }),
                adding("b")));
        assertThat(failure(answers.get(0))).isInstanceOf(OutcomeUnknown.class);
        assertThat(failure(answers.get(1))).isInstanceOf(OutcomeUnknown.class);
    }

    @Test
    void aLockedStoreIsTriedAgain() throws Exception {
        lists.locked.set(3);
        assertThat(adding("a").call()).isEqualTo("a");
        assertThat(lists.durable).containsExactly("a");
    }

    @Test
    void aStoreThatStaysLockedIsUnavailable() {
        lists.locked.set(Integer.MAX_VALUE);
        assertThatThrownBy(adding("a")::call)
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessage("locked");
    }

    @Test
    void anInterruptDoesNotLoseTheAnswer() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Future<Boolean> caller = callers.submit(() -> {
            Thread.currentThread().interrupt();
            String answer = writer.write(lines -> {
                inside.countDown();
                awaitQuietly(release);
                lines.add("a");
                return "a";
            });
            return answer.equals("a") && Thread.currentThread().isInterrupted();
        });
        inside.await();
        release.countDown();
        assertThat(caller.get()).isTrue();
        assertThat(lists.durable).containsExactly("a");
    }

    @Test
    void whatWaitsWhenTheWriterClosesIsStillWritten() throws Exception {
        List<Future<String>> answers = inOneGroup(List.of(adding("a"), adding("b")));
        writer.close();
        for (Future<String> answer : answers) {
            answer.get();
        }
        assertThat(lists.durable).containsExactly("a", "b", "closed");
        assertThatThrownBy(adding("c")::call)
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessage("the ledger is closed");
    }

    @Test
    void aWriterThatDiesLeavesNobodyWaiting() {
        lists.dies = true;
        assertThatThrownBy(() -> writer.write(list -> {
                    throw new IllegalArgumentException("wrong");
                }))
                .isInstanceOf(IllegalArgumentException.class);

        assertThatThrownBy(() -> writer.write(list -> list.add("late"))).isInstanceOf(LedgerUnavailable.class);
    }

    @Test
    void aTransactionCannotWaitForAnother() {
        assertThatThrownBy(() -> writer.write(lines -> writer.write(inner -> "inner")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot wait for another one");
    }

    private static Throwable failure(Future<String> answer) throws InterruptedException {
        try {
            return new AssertionError("answered " + answer.get());
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
