// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;

/** The holder answers for its claim: it ends the unit, or releases it ({@link Answer.Released}). */
public record Settle(WorkId work, Fence fence, ClaimSecret secret, Answer answer)
        implements UnitCommand<SettleDecision> {}
