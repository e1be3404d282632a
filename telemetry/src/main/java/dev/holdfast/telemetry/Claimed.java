// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Grant;

/** Names one claim; fences alone are counted by each pool for itself. */
record Claimed(WorkId work, Fence fence) {
    static Claimed of(Grant grant) {
        return new Claimed(grant.work(), grant.fence());
    }
}
