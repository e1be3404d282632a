// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.peer;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** The job that every peer runs: it only counts. Static, because some libraries find jobs by the name of a method. */
public final class Jobs {
    private static final LongAdder RAN = new LongAdder();
    private static volatile LongConsumer listener = sentAt -> {};

    private Jobs() {}

    /** @param sentAt by {@link System#nanoTime()}, or 0 */
    public static void run(long sentAt) {
        if (sentAt != 0) {
            listener.accept(sentAt);
        }
        RAN.increment();
    }

    static long ran() {
        return RAN.sum();
    }

    /** Tells when each job that was sent at some moment starts. */
    static void listen(LongConsumer newListener) {
        listener = newListener;
    }
}
