// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import java.util.Optional;
import java.util.Set;

/**
 * What a claim wants to see. A claim is a few rounds of load, decide, save in one transaction, mostly one.
 *
 * @param want how many grants are still wanted
 * @param window how many lanes of each class to load, in order
 * @param classes the eligibility classes that the worker is believed to fit
 * @param classMark the newest class id that the asker knew when it believed so
 * @param first the first fence that an earlier round granted; empty in the first round
 */
public record ClaimAsk(
        ClaimWork command,
        int want,
        int window,
        Set<Integer> classes,
        int classMark,
        Optional<Fence> first,
        int round) {
    public static ClaimAsk first(ClaimWork command, Set<Integer> classes, int classMark) {
        return new ClaimAsk(command, command.max(), command.max(), classes, classMark, Optional.empty(), 0);
    }

    /** How many waiting units of each lane to load: enough for a batch whatever the shares, few when there are many lanes. */
    public int headsPerLane(int lanes) {
        return lanes == 0 ? 0 : Math.clamp((2L * want + lanes - 1) / lanes, 1, want);
    }
}
