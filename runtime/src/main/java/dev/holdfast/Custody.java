// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.AttemptLogic;
import dev.holdfast.runtime.spi.Allocation;
import org.jspecify.annotations.Nullable;

/**
 * One attempt that a controller looks after: its brain, the call that is under way, the allocation that is watched. Thread-safe
 * but for the brain, which belongs to the controller's thread.
 */
final class Custody {
    private final AttemptLogic logic;
    private @Nullable Thread caller;
    private @Nullable Allocation watched;
    private boolean left;

    Custody(AttemptLogic logic) {
        this.logic = logic;
    }

    AttemptLogic logic() {
        return logic;
    }

    /** A call begins on this thread; false when the attempt was left. */
    synchronized boolean enter() {
        if (left) {
            return false;
        }
        caller = Thread.currentThread();
        return true;
    }

    synchronized void exit() {
        caller = null;
    }

    /** Ends the call that is under way, if it listens. */
    synchronized void interrupt() {
        if (caller != null) {
            caller.interrupt();
        }
    }

    /** Takes an allocation to watch; closes it at once when the attempt was left, and the one that was watched before. */
    synchronized void watch(Allocation allocation) {
        if (watched != null) {
            watched.close();
        }
        watched = allocation;
        if (left) {
            allocation.close();
        }
    }

    synchronized void leave() {
        left = true;
        interrupt();
        if (watched != null) {
            watched.close();
        }
    }
}
