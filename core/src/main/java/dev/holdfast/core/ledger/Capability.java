// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** What a store may offer. In the order in which a lack of them is told. */
public enum Capability {
    /** What was answered survives the end of the process. */
    DURABLE("everything is forgotten when the process ends"),
    /** Of two claims at once, each unit goes to one. */
    ATOMIC_CLAIM("two workers may be given the same unit"),
    /** A change is made to the version that was decided on, or not at all. */
    COMPARE_AND_SET("two commands at once may overwrite each other"),
    /** Workers live by leases, so that the work of a dead one is found. */
    WORKER_LEASES("the work of a dead worker is never found"),
    /** A heartbeat keeps claims alive. */
    CLAIM_RENEWAL("long runs lose their claims"),
    /** Fences grow with every claim, for ever. */
    GROWING_FENCES("an old holder cannot be told from the new one"),
    /** Finds what waits without being told what to look for. */
    DISCOVERY("waiting work is not found"),
    /** Keeps limits of pools, domains and workers at every commit. */
    LIMITS("limits do not hold"),
    /** Takes work out of the order that can never end well. */
    POISONED_WORK("work that kills its workers runs for ever"),
    /** Commits the state of a process together with the settlement that it belongs to. */
    ATOMIC_PROCESS_COMMIT("a process and its work may disagree after a crash"),
    /** Takes part in a transaction of the caller's. */
    CALLERS_TRANSACTION("what the caller writes and what is submitted may disagree after a crash"),
    /** Keeps execution attempts. */
    EXECUTION_ATTEMPTS("work on infrastructure that is provisioned is refused");

    private final String otherwise;

    Capability(String otherwise) {
        this.otherwise = otherwise;
    }

    /** What happens where it is not offered. */
    public String otherwise() {
        return otherwise;
    }
}
