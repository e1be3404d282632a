// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;

/** There is no pool of this id. */
public record PoolUnknown(PoolId pool)
        implements PoolDecision, SubmitDecision, WorkerDecision, ClaimDecision, SweepDecision, RecordDecision {}
