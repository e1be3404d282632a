// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.PoolId;

/** Stops or resumes claims of a pool; settlement goes on. */
public record PausePool(PoolId pool, boolean paused) implements Command<PoolDecision> {}
