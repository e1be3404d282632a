// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Several threads that start at the same moment. */
final class Crowd {
    private Crowd() {}

    /** Runs {@code calls} for each number below {@code size} at once and returns the results in order. */
    static <T> List<T> run(int size, IntFunction<Callable<T>> calls) {
        CountDownLatch start = new CountDownLatch(1);
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(size)) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                Callable<T> call = calls.apply(i);
                running.add(threads.submit(() -> {
                    start.await();
                    return call.call();
                }));
            }
            start.countDown();
            for (Future<T> each : running) {
                results.add(each.get());
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return results;
    }
}
