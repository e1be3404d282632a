// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;
import java.util.Optional;

/**
 * What became of the request to stop in one generation. May come before the receipt, and after the settlement.
 *
 * @param requestKey of the request
 */
public record ReportControl(
        ExecutionOwnerId owner,
        AttemptId attempt,
        IncarnationId incarnation,
        long generation,
        String requestKey,
        Optional<OperationId> operation,
        Control.Conclusion conclusion)
        implements OwnedCommand<ControlDecision> {
    public ReportControl {
        Names.check("request key", requestKey);
    }
}
