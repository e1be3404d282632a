// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;

/**
 * Takes back a claim whose holder never knew of it: sent by the ledger itself after a heartbeat that neither names the
 * claim nor has its request in flight.
 */
public record HandBack(WorkId work, Fence fence) implements UnitCommand<HandBack.Done> {
    /** @param changed false when the claim had ended meanwhile */
    public record Done(boolean changed) implements Decision {}
}
