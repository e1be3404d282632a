// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;

/** The claim of a run is no longer held. The handler should end; the ledger already knows or will find out. */
public final class ClaimLost extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClaimLost(WorkId work, Fence fence) {
        super("the claim " + fence + " of work " + work + " is lost");
    }
}
