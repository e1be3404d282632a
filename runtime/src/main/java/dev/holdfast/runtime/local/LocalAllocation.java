// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.runtime.spi.Allocation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A child process. */
final class LocalAllocation implements Allocation {
    private final Process process;

    LocalAllocation(Process process) {
        this.process = process;
    }

    static String reference(long pid) {
        return "pid " + pid;
    }

    @Override
    public String reference() {
        return reference(process.pid());
    }

    @Override
    public Exit await() throws InterruptedException {
        return new Exit(process.waitFor());
    }

    @Override
    public Optional<Exit> await(Duration limit) throws InterruptedException {
        boolean ended = process.waitFor(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
        return ended ? Optional.of(new Exit(process.exitValue())) : Optional.empty();
    }
}
