// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.runtime.logic.Monotonic;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * What moves the parts of the runtime: threads, or the caller's own thread under a clock that is moved by hand. The parts
 * are the same and follow the same rules.
 */
interface Driver {
    Monotonic clock();

    /** Spreads waits; not for secrets. */
    RandomGenerator random();

    /** A role that is not started yet. */
    Role role(String name, Step step);

    /** Calls {@code run} soon, apart from every other one. */
    void launch(Runnable run);

    /**
     * Waits until {@code done}, at most to the monotonic moment {@code until}; looks when {@code signal} is raised and
     * sometimes in between. Under a clock that is moved by hand: does what is due, and looks once.
     *
     * @return whether it is done
     */
    boolean await(Signal signal, BooleanSupplier done, long until) throws InterruptedException;

    /** Waits for a moment before something is tried again; false when waiting makes no sense here. */
    boolean pause(long nanos) throws InterruptedException;

    /** Does what is due on the calling thread; nothing where threads do it. */
    void runDue();
}
