// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a ledger keeps its promises with. A binding that lacks one is refused, never weakened. */
public enum LedgerCapability {
    /** A decision that was answered survives the process and the machine's restart. */
    DURABLE("durable"),
    ATOMIC_CLAIM("atomicClaim"),
    COMPARE_AND_SET("compareAndSet"),
    WORKER_LEASES("workerLeases"),
    CLAIM_RENEWAL("claimRenewal"),
    MONOTONIC_FENCES("monotonicFences"),
    /** Waiting work is found without knowing its id. */
    RUNNABLE_DISCOVERY("runnableDiscovery"),
    CAPACITY_LIMITS("capacityLimits"),
    POISON_WORK("poisonWork"),
    /** A step of a process and the work that follows from it are one commit. */
    ATOMIC_PROCESS_COMMIT("atomicProcessCommit");

    private final String word;

    LedgerCapability(String word) {
        this.word = word;
    }

    /** Its name in documents and paths. */
    public String word() {
        return word;
    }

    /** Those of a ledger in SQLite or PostgreSQL: all but the commit of process steps, until there are processes. */
    public static Set<LedgerCapability> ofStores() {
        return Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(ATOMIC_PROCESS_COMMIT)));
    }

    /** Those of a ledger in memory: of a store's, all that need nothing to last. */
    public static Set<LedgerCapability> ofMemory() {
        return Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(DURABLE, ATOMIC_PROCESS_COMMIT)));
    }
}
