// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Keeps what goes wrong in telemetry away from the work: it is logged, the first time, and dropped. Catches linkage errors
 * too, which is what a library of another version throws. Thread-safe.
 */
final class Shield {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.telemetry");

    private final AtomicBoolean told = new AtomicBoolean();

    void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | LinkageError e) {
            dropped(e);
        }
    }

    /** Empty when it failed. */
    <T> Optional<T> get(Supplier<T> supplier) {
        try {
            return Optional.of(supplier.get());
        } catch (RuntimeException | LinkageError e) {
            dropped(e);
            return Optional.empty();
        }
    }

    private void dropped(Throwable failure) {
        if (told.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "telemetry failed and goes on; later failures are not logged",
                    failure);
        }
    }
}
