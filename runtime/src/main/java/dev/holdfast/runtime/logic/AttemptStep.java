// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.Descriptor;

/** What an {@link AttemptLogic} wants done next. */
public sealed interface AttemptStep {
    /** To be sent to the ledger; what it says goes to {@link AttemptLogic#decided}. */
    record Ask(AttemptCommand<?> command) implements AttemptStep {}

    /** The attempt is to be read; it goes to {@link AttemptLogic#seen}. */
    record Look() implements AttemptStep {}

    /**
     * To be called apart, under the claim of {@link AttemptLogic#fence}: it may take long. What comes of it goes to
     * {@link AttemptLogic#answered}.
     */
    sealed interface Call extends AttemptStep {}

    record Provision(Attempt attempt, Descriptor descriptor) implements Call {}

    record Discover(Descriptor descriptor) implements Call {}

    record Inspect(AllocationRef ref) implements Call {}

    record Attach(AllocationRef ref) implements Call {}

    record Terminate(AllocationRef ref) implements Call {}

    /** The owner is to be told how its attempt ended. */
    record Converge(Attempt attempt) implements Call {}

    /** Nothing to do before that monotonic moment. */
    record Wait(long until) implements AttemptStep {}

    /** There is nothing more to do here. */
    record Leave(Why why) implements AttemptStep {}

    /** Why a controller leaves an attempt. */
    enum Why {
        /** It is settled, its owner knows it, and nothing is owed. */
        CLOSED,
        /** It was given back; the ledger says when somebody may try again. */
        HANDED_OFF,
        /** Somebody else has it, or it was never to be had. */
        REPLACED,
        /** The claim could not be renewed in time: from now on somebody else may act. */
        LEASE_LOST
    }
}
