// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;

/** The holder says that its handler is about to start. A lost claim without this mark proves that nothing happened. */
public record Begin(WorkId work, Fence fence, ClaimSecret secret) implements UnitCommand<BeginDecision> {}
