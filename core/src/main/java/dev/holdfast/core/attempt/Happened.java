// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** What an entry of the {@link EvidenceLog} is about. Written into stores by name. */
public enum Happened {
    /** Somebody acted on the provider and cannot say what came of it. */
    UNCERTAIN(false),
    HANDED_OFF(false),
    /** The allocation is gone. */
    TERMINATED(true),
    TERMINATED_AGAIN(false),
    /** There never was an allocation. */
    ABSENT(true),
    /** The process inside which the allocation would have been is gone. */
    PROVISIONER_LOST(true),
    /** Nothing is left at the provider. */
    COMPLETED(true),
    OUTCOME(true),
    ABANDONED(true),
    CANCELLED(true),
    SUPERSEDED(true),
    TIMED_OUT(true),
    /** When the runtime says that it was ready. */
    READY(false),
    /** The lease of a runtime ran out. */
    RUNTIME_LOST(false),
    /** A runtime answered when its answer could not count any more. */
    LATE_OUTCOME(false);

    private final boolean authorises;

    Happened(boolean authorises) {
        this.authorises = authorises;
    }

    /** Whether something that cannot be undone rests on it. */
    public boolean authorises() {
        return authorises;
    }
}
