// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

/** How work gets to whoever runs it on a platform. Whatever the strategy, the claim of the ledger is what gives the right to run. */
public enum Strategy {
    /** Plain workers compete for claims of one ledger. */
    COMPETING_WORKERS,
    /** A claim activates the object that the work is addressed to. */
    ACTIVATION_TARGETING,
    /** A claim is routed to an actor. */
    ACTOR_ROUTING,
    /** Long-lived workers, or one job for each unit. */
    KUBERNETES_WORKLOAD,
    /** A claim starts a function that its host ends after some time. */
    FUNCTION_ACTIVATION
}
