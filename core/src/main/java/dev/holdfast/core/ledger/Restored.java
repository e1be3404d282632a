// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/**
 * What {@link Ledger#restore} did.
 *
 * @param lost live claims of the captured ledger that ended as lost
 * @param epoch under which fences are issued from now on
 */
public record Restored(long pools, long workers, long units, long lost, int epoch) {}
