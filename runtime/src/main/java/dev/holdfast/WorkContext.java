// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Fence;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Submission;
import dev.holdfast.runtime.definition.Definition;
import java.util.Map;
import java.util.Optional;

/** What a handler knows about its run. Thread-safe; never blocks. */
public interface WorkContext {
    WorkId work();

    PoolId pool();

    /** Larger than that of every earlier run of this unit: whoever remembers the largest can refuse the others. */
    Fence fence();

    /** Which run of this life of the unit it is, from 1. */
    int attempt();

    /** From 1. */
    int life();

    Submission submission();

    Map<String, String> labels();

    /** The content that the work names, which is the only one that it may run on; empty when it names none. */
    Optional<Definition> definition();

    /**
     * Whether the ledger knows durably that this run has begun. True for units that must be asked about: they are marked
     * before the handler is called. Others need no mark.
     */
    boolean begun();

    /** Whether somebody asked that this unit does not run, or its claim is lost. Told with the next heartbeat. */
    boolean cancelled();

    /**
     * Returns while the claim is held as far as this process knows; call it before an effect that must not happen twice.
     *
     * @throws ClaimLost when the claim ran out of time, its worker's lease can no longer be trusted, or the ledger gave the
     *     unit to somebody else
     */
    void checkpoint() throws ClaimLost;

    /** The logger {@code dev.holdfast.handler.<kind>}. */
    System.Logger log();
}
