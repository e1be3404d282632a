// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * The answer of a runtime. Needs no claim on the provider: whoever has that has no say in the answer. The gate plays no role.
 *
 * @param generation of the runtime that answers
 * @param operation the active operation; empty when there must be none
 */
public record CommitOutcome(
        ExecutionOwnerId owner,
        AttemptId attempt,
        OutcomeText outcome,
        long generation,
        Optional<OperationId> operation)
        implements OwnedCommand<OutcomeDecision> {}
