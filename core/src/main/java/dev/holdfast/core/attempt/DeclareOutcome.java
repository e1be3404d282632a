// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** An outcome on the authority's own word, without a runtime: also for an attempt that no provider was asked for. */
public record DeclareOutcome(ExecutionOwnerId owner, AttemptId attempt, OutcomeText outcome)
        implements OwnedCommand<OutcomeDecision> {}
