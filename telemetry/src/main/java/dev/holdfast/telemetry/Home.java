// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Fence;
import dev.holdfast.core.work.Grant;

/**
 * Where a unit belongs that was claimed through this process: commands about claims name the unit only.
 *
 * @param fence of its newest claim
 * @param ended whether its end has been counted
 * @param unanswered whether a settlement of this claim got no answer, so that it may have ended the unit uncounted
 */
record Home(String pool, String kind, Fence fence, boolean ended, boolean unanswered) {
    static Home of(Grant grant, TagNames names) {
        return new Home(names.pool(grant.pool()), names.kind(grant.submission()), grant.fence(), false, false);
    }

    Home withEnded() {
        return new Home(pool, kind, fence, true, false);
    }

    Home withUnanswered() {
        return new Home(pool, kind, fence, ended, !ended);
    }
}
