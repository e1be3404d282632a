// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.WorkerId;
import java.util.Set;

/**
 * Renews a worker's lease and compares what it holds with what the ledger believes.
 *
 * @param inFlight claim requests whose answer has not arrived yet
 */
public record Heartbeat(WorkerId worker, boolean healthy, Holdings holdings, Set<RequestId> inFlight)
        implements Command<HeartbeatDecision> {
    public Heartbeat {
        inFlight = Set.copyOf(inFlight);
    }
}
