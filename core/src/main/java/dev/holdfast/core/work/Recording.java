// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;

/** @param on whether the events of the pool are recorded from this commit on */
public record Recording(PoolId pool, boolean on) {}
