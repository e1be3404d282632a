// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import java.util.List;
import java.util.Optional;

/** Something that has to become so before a unit is granted. */
public sealed interface Condition {
    /** The ledger's clock shows this moment or a later one. */
    record Passed(Moment moment) implements Condition {}

    /** The pool is resumed. */
    record Resumed(PoolId pool) implements Condition {}

    /**
     * So many more units of the account are free: given back by live claims, no longer quarantined, or added to its limit.
     *
     * @param more at least 1
     */
    record Room(Account account, long more) implements Condition {}

    /**
     * A live worker of the pool offers this.
     *
     * @param like what it offers besides is what this worker offers; empty: it needs nothing more
     */
    record WorkerOffers(Optional<WorkerId> like, List<Offer> offers) implements Condition {
        public WorkerOffers {
            offers = List.copyOf(offers);
        }
    }

    /**
     * A part of what a worker offers.
     *
     * @param what {@code kind}, {@code definition}, {@code fingerprint} (the revision is offered with another
     *     content), {@code IR version}, {@code guarantee}, {@code capability}, {@code affinity} or {@code resource}
     * @param units of a resource; zero for everything else
     */
    record Offer(String what, String value, long units) {
        @Override
        public String toString() {
            return what + " " + value + (units == 0 ? "" : " x " + units);
        }
    }

    /**
     * One of the workers that could run it has a place free, is healthy and takes work; or there is another one like them.
     *
     * @param eligible how many there are
     */
    record WorkerFree(long eligible) implements Condition {}

    /** What is ahead of it in the order has been granted. Stands alone: all other conditions say what the unit lacks. */
    record Turn() implements Condition {}

    /** Somebody, or the end of its hold, lets it go. What it lacks besides is asked after that. */
    record Promoted() implements Condition {}

    /** Evidence of what happened under the fence lets it run again. */
    record Evident(Fence fence) implements Condition {}

    /** This life is over, or will be before the unit can start, and another one follows. */
    record Redriven() implements Condition {}
}
