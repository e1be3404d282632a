// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The first so many different names; all others are one. Thread-safe. */
final class BoundedNames {
    private final int most;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final AtomicInteger left;

    BoundedNames(int most) {
        this.most = most;
        this.left = new AtomicInteger(most);
    }

    /** Whether the name is, or now becomes, one of the known. */
    boolean admit(String name) {
        if (known.contains(name)) {
            return true;
        }
        if (left.get() <= 0 || left.getAndDecrement() <= 0) {
            return false;
        }
        if (!known.add(name)) {
            left.incrementAndGet(); // another thread has just made it known
        }
        return true;
    }

    /** The name, or {@value Bounds#OTHER} when there are too many. */
    String admitted(String name) {
        return admit(name) ? name : Bounds.OTHER;
    }

    /** The name when it is known, else {@value Bounds#OTHER}: for names that nobody has checked. */
    String known(String name) {
        return known.contains(name) ? name : Bounds.OTHER;
    }

    @Override
    public String toString() {
        return known.size() + " of at most " + most;
    }
}
