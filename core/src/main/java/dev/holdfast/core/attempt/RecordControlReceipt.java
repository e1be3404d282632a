// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;

/**
 * A runtime has heard of the request to stop.
 *
 * @param requestKey of the request
 * @param receivedAt by the runtime's clock, see {@link EvidenceNote#observedAt()}
 */
public record RecordControlReceipt(
        ExecutionOwnerId owner,
        AttemptId attempt,
        IncarnationId incarnation,
        long generation,
        String requestKey,
        String receivedAt)
        implements OwnedCommand<ControlDecision> {
    public RecordControlReceipt {
        Names.check("request key", requestKey);
        EvidenceNote.of("runtime", "received", receivedAt);
    }
}
