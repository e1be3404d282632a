// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;

/** Why somebody who says that he holds a claim is not heard. The order is the order of the guards. */
public sealed interface HolderRefusal extends SettleDecision, BeginDecision {
    /** There is no such unit. */
    record NotFound() implements HolderRefusal {}

    /** The fence was never issued for this unit, or the secret is another; nothing else is said. */
    record NotTheHolder() implements HolderRefusal {}

    /** Somebody else has claimed the unit since. */
    record StaleFence(Fence offered, Fence current) implements HolderRefusal {}

    /** This life was ended by somebody else. */
    record TooLate(Status status) implements HolderRefusal {}
}
