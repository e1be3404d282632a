// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends units at a steady rate and measures from just before each is sent until it starts. Settings: {@code rate} a
 * second, {@code loadSeconds}, {@code warm} seconds before. Thread-safe.
 */
public final class SteadyLoad {
    /** Sends one unit that carries the moment it was sent at. */
    public interface Sender {
        void send(long sentAt) throws Exception;
    }

    /** What runs for days has compiled what it runs, however seldom it does: warming up is for that, so it is fast. */
    private static final int WARM_RATE = 1_000;

    private static final int PATIENCE_SECONDS = 30;

    /** One sender does no more than this, so that a slow submission does not hold up the next. */
    private static final int RATE_OF_ONE_SENDER = 125;

    private final int rate;
    private final double seconds;
    private final double warm;
    private volatile Latencies latencies;

    private SteadyLoad(int rate, double seconds, double warm) {
        this.rate = rate;
        this.seconds = seconds;
        this.warm = warm;
        this.latencies = new Latencies((int) (WARM_RATE * warm));
    }

    public static SteadyLoad of(Arguments arguments) {
        return new SteadyLoad(
                arguments.number("rate", 50), arguments.decimal("loadSeconds", 10), arguments.decimal("warm", 2));
    }

    /** A unit that was sent at that moment starts now. */
    public void started(long sentAt) {
        latencies.add(System.nanoTime() - sentAt);
    }

    /** Warms up, then measures; units that never start are told as {@code missing}. */
    public void run(Sender sender, Parent parent) throws Exception {
        sendFor(WARM_RATE, warm, sender);
        latencies = new Latencies((int) (rate * seconds));
        Latencies measured = latencies;
        int sent = sendFor(rate, seconds, sender);
        measured.tell(parent);
        parent.figure("missing", sent - measured.size());
    }

    private int sendFor(int rate, double howLong, Sender sender) throws Exception {
        int total = (int) (rate * howLong);
        int senders = 1 + (rate - 1) / RATE_OF_ONE_SENDER;
        long from = System.nanoTime();
        AtomicLong next = new AtomicLong();
        Latencies now = latencies;
        int before = now.size();
        try (ExecutorService threads = Executors.newFixedThreadPool(senders)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                running.add(threads.submit(() -> {
                    for (long k = next.getAndIncrement(); k < total; k = next.getAndIncrement()) {
                        Pace.until(from + k * 1_000_000_000L / rate);
                        sender.send(System.nanoTime());
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        Pace.until(() -> now.size() - before >= total, Pace.after(PATIENCE_SECONDS));
        return total;
    }
}
