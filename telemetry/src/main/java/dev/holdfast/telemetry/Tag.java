// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

/** A dimension of a metric. Each has a bounded number of values, and the bound is part of its meaning. */
enum Tag {
    ANSWER(
            "answer",
            "what the handler said: succeeded, failed, cancelled, poisoned, released; none when it lost its claim"),
    BY("by", "who ended it: admission, holder, sweep, cancel, operator"),
    COMMAND("command", "the sort of command, such as settle; batch for a call with several sorts"),
    DIRECTIVE("directive", "what a worker was told: cancel-claim, lost, drain, send-holdings"),
    DOMAIN("domain", "a domain that the pool's policy declares"),
    KIND(
            "kind",
            "the kind of the unit: the first " + Bounds.KINDS
                    + " that the ledger took, then other; unknown when this process has not seen it"),
    OUTCOME("outcome", "the name of the decision, such as admitted or stale-fence; see the metric for others"),
    POOL(
            "pool",
            "the pool: the first " + Bounds.POOLS
                    + " that are defined, then other; unknown when this process has not seen it"),
    RESOURCE("resource", "a resource that the policy limits"),
    STATE(
            "state",
            "of units: queued, claimed, uncertain, succeeded, failed, cancelled, poisoned; of workers: accepting, "
                    + "draining, unhealthy, dead"),
    STATUS("status", "how it ended: succeeded, failed, cancelled, poisoned");

    private final String label;
    private final String meaning;

    Tag(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    String label() {
        return label;
    }

    String meaning() {
        return meaning;
    }
}
