// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** What is owed at the provider, in the only order in which it can change. It follows from the {@link Stage}. */
public enum Obligation {
    /** Find out whether there is an allocation. */
    PROVISIONING_RESOLUTION,
    /** Look after the allocation, or end it. */
    ALLOCATION_CONTROL,
    /** Make sure that nothing of it is left. */
    TERMINAL_CONVERGENCE
}
