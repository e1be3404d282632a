// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/** One transaction that somebody waits for. Made by the caller, run and ended by the writer. */
final class WriteCall<S, R> {
    /** What the caller will get; written by the writer before {@link #done}. */
    private sealed interface Outcome<R> {
        record Value<R>(R value) implements Outcome<R> {}

        record Failure<R>(Throwable cause) implements Outcome<R> {}
    }

    private final SqlFunction<S, R> work;
    private final Thread caller = Thread.currentThread();
    private Outcome<R> outcome = new Outcome.Failure<>(new IllegalStateException("this transaction was not run"));
    private volatile boolean done;

    WriteCall(SqlFunction<S, R> work) {
        this.work = work;
    }

    /** May be run again when its transaction was not applied. */
    void run(S session) throws SQLException {
        outcome = new Outcome.Value<>(work.apply(session));
    }

    /** It failed by itself; its caller hears of that when its group has committed. */
    void failsWith(Throwable cause) {
        outcome = new Outcome.Failure<>(cause);
    }

    /** Its group is durable. */
    void succeed() {
        done = true;
        LockSupport.unpark(caller);
    }

    void fail(Throwable cause) {
        outcome = new Outcome.Failure<>(cause);
        succeed();
    }

    boolean isDone() {
        return done;
    }

    R await() {
        boolean interrupted = false;
        while (!done) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return switch (outcome) {
            case Outcome.Value<R> value -> value.value();
            case Outcome.Failure<R> failure -> throw Failures.atCaller(failure.cause());
        };
    }
}
