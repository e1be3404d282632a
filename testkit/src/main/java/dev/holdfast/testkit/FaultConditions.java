// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What a {@link FaultProxy} does at present. Thread-safe; whoever waits here wakes when a test changes anything. */
final class FaultConditions {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<FaultProxy.Direction> stopped = EnumSet.noneOf(FaultProxy.Direction.class);
    private Duration latency = Duration.ZERO;
    private int slice = Integer.MAX_VALUE;
    private boolean refusing;
    private Optional<Cut> ordered = Optional.empty();
    private int passed;
    private int cuts;

    void setLatency(Duration value) {
        change(() -> latency = value);
    }

    void setSlice(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a piece has at least 1 byte, not " + bytes);
        }
        change(() -> slice = bytes);
    }

    void stop(FaultProxy.Direction direction) {
        change(() -> stopped.add(direction));
    }

    void setRefusing() {
        change(() -> refusing = true);
    }

    void order(Optional<Cut> cut) {
        change(() -> {
            ordered = cut;
            passed = 0;
        });
    }

    void heal() {
        change(() -> {
            stopped.clear();
            latency = Duration.ZERO;
            slice = Integer.MAX_VALUE;
            refusing = false;
            ordered = Optional.empty();
        });
    }

    private void change(Runnable what) {
        lock.lock();
        try {
            what.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for as long as the network takes with what has just come in. */
    void hold(FaultProxy.Direction direction, boolean fresh) throws InterruptedException {
        lock.lock();
        try {
            long rest = fresh ? latency.toNanos() : 0;
            while ((rest > 0 && !latency.isZero()) || stopped.contains(direction)) {
                if (stopped.contains(direction)) {
                    changed.await();
                } else {
                    rest = changed.awaitNanos(rest);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Which side of this message the connection is cut on, if it is the one that was ordered. */
    Optional<Cut.Side> pass(FrontendMessages.Message message) {
        lock.lock();
        try {
            boolean counts = ordered.map(Cut::point)
                    .filter(point -> point == Cut.Point.COMMIT ? message.commits() : message.asks())
                    .isPresent();
            if (!counts || ++passed < ordered.get().number()) {
                return Optional.empty();
            }
            Cut.Side side = ordered.get().side();
            ordered = Optional.empty();
            return Optional.of(side);
        } finally {
            lock.unlock();
        }
    }

    void cutDone() {
        change(() -> cuts++);
    }

    int slice() {
        lock.lock();
        try {
            return slice;
        } finally {
            lock.unlock();
        }
    }

    boolean isRefusing() {
        lock.lock();
        try {
            return refusing;
        } finally {
            lock.unlock();
        }
    }

    int cuts() {
        lock.lock();
        try {
            return cuts;
        } finally {
            lock.unlock();
        }
    }
}
