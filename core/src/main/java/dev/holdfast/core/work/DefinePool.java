// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.PoolId;

/** Creates a pool, and the domains that its policy declares. The same policy again is {@link PoolDecision.Repeated}. */
public record DefinePool(PoolId pool, PoolPolicy policy) implements Command<PoolDecision> {}
