// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** The state of a unit of work as one word. */
public enum Status {
    /** Submitted and kept out of the queue until it is promoted, see {@link Hold}. */
    HELD,
    QUEUED,
    CLAIMED,
    /** The outcome of a run is not known; waits for evidence, see {@link Resolve}. */
    UNCERTAIN,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    /** Given up: its budget of attempts or losses is used up, it can never fit, or its handler refused it for good. */
    POISONED;

    /** Whether a unit of this status has ended its life. */
    public boolean isEnd() {
        return compareTo(SUCCEEDED) >= 0;
    }
}
