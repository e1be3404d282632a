// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A command that {@link LocalProcesses} started, a child of this process. Thread-safe. */
public final class RunningCommand {
    private final Process process;

    RunningCommand(Process process) {
        this.process = process;
    }

    static String reference(long pid) {
        return "pid " + pid;
    }

    /** Names it for people, such as {@code pid 4711}. */
    public String reference() {
        return reference(process.pid());
    }

    /**
     * Waits for the end. What it started and left behind may still run.
     *
     * @throws InterruptedException when the waiting thread is interrupted, as it is when the claim is lost or the worker
     *     stops. That ends nothing: who waits has to {@linkplain LocalProcesses#terminate terminate} what runs
     */
    public Exit await() throws InterruptedException {
        return new Exit(process.waitFor());
    }

    /** Waits for the end, at most {@code limit}; empty when it still runs. */
    public Optional<Exit> await(Duration limit) throws InterruptedException {
        boolean ended = process.waitFor(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
        return ended ? Optional.of(new Exit(process.exitValue())) : Optional.empty();
    }

    /**
     * How it ended.
     *
     * @param status 0 to 255. The Java platform reports death by signal {@code n} as 128 + n (143 after TERM, 137 after
     *     KILL), exactly as a shell does; a program that exits with such a status by itself looks the same.
     */
    public record Exit(int status) {
        /** Highest signal number in use (real-time signals included). */
        private static final int LAST_SIGNAL = 64;

        public boolean isSuccess() {
            return status == 0;
        }

        /** The signal that ended it, if the status reads as one. */
        public OptionalInt signal() {
            return status > 128 && status <= 128 + LAST_SIGNAL ? OptionalInt.of(status - 128) : OptionalInt.empty();
        }
    }
}
