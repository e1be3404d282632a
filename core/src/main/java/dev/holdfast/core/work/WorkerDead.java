// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.WorkerId;

/** The worker's lease ran out or it was retired. It never comes back; register another. */
public record WorkerDead(WorkerId worker) implements WorkerDecision, HeartbeatDecision, ClaimDecision {}
