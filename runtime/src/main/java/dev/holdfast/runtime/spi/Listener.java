// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SettleDecision;
import java.util.Optional;

/**
 * Is told what a worker does, after the ledger has committed it. Called on the worker's own threads, one call at a time
 * for each unit but several units at once: it has to be quick. What it throws is logged and changes nothing.
 */
public interface Listener {
    /** A listener that does nothing. */
    Listener NONE = new Listener() {};

    /** A unit was claimed. */
    default void granted(Grant grant) {}

    /** The handler of a unit is about to be called. */
    default void started(Grant grant) {}

    /**
     * The handler of a unit has returned, on the thread of {@link #started}. The ledger does not know yet.
     *
     * @param answer what it said; empty when the claim was lost and it has nothing definite to say
     */
    default void returned(Grant grant, Optional<Answer> answer) {}

    /** The ledger has answered what this worker said about a claim. */
    default void settled(Grant grant, Answer answer, SettleDecision decision) {}

    /** A claim is no longer this worker's, although it was not settled. */
    default void lost(WorkId work, Fence fence) {}

    /** Something went wrong that the worker deals with: the ledger gave no answer, a handler threw an {@link Error}. */
    default void trouble(String what, Throwable cause) {}
}
