// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.WorkerId;

/** No worker of this id was registered. */
public record WorkerUnknown(WorkerId worker) implements WorkerDecision, HeartbeatDecision, ClaimDecision {}
