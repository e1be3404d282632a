// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/** Why a command about an attempt changed nothing of it; each with all facts. Which command can get which, its decision says. */
public sealed interface Refusal extends AttemptDecision {
    Facts facts();

    /** AUTH: why somebody who shows a claim on a provider operation is not heard. The order is the order of the guards. */
    sealed interface Unauthorised
            extends Refusal,
                    RenewProvider.Decided,
                    HandOffProvider.Decided,
                    RecordUncertainty.Decided,
                    RecordAllocation.Decided,
                    RecordAbsence.Decided,
                    RecordProvisionerLost.Decided,
                    RecordTermination.Decided,
                    RecordInfrastructureFailure.Decided,
                    EvolveAllocation.Decided
            permits NotFound, Resolved, Stale {}

    /** REACH: why a runtime's attempt cannot be reached. The order is the order of the guards. */
    sealed interface Unreachable
            extends Refusal,
                    RegisterRuntime.Decided,
                    BeatRuntime.Decided,
                    MarkReady.Decided,
                    AdmitOperation.Decided,
                    ReportPreparation.Decided
            permits NotFound, Resolved, Fenced, NotAllocated {}

    /** There is no such attempt of this owner, or no provider was asked for it. */
    record NotFound(Facts facts)
            implements Unauthorised,
                    Unreachable,
                    BeginProvisioning.Decided,
                    TakeOverProvider.Decided,
                    CompleteProvider.Decided,
                    CompleteOperation.Decided,
                    RequestCancellation.Decided,
                    ConcludeCancellation.Decided,
                    ControlDecision,
                    Expire.Decided {}

    /** Over: to whoever acts on the provider, that nothing is left there; to everybody else, that the attempt is settled. */
    record Resolved(Facts facts)
            implements Unauthorised,
                    Unreachable,
                    BeginProvisioning.Decided,
                    TakeOverProvider.Decided,
                    CompleteOperation.Decided,
                    ConcludeCancellation.Decided,
                    Expire.Decided {}

    /** Somebody else has the provider operation, or what the caller believes is not so any more. */
    record Stale(Facts facts) implements Unauthorised, TakeOverProvider.Decided, CompleteProvider.Decided {}

    /** Another attempt of the owner is active, or this one was told to stop. */
    record Fenced(Facts facts) implements Unreachable, BeginProvisioning.Decided, AbandonPending.Decided {}

    /** There is no allocation; to a runtime also: it is gone. */
    record NotAllocated(Facts facts)
            implements Unreachable,
                    RecordTermination.Decided,
                    RecordInfrastructureFailure.Decided,
                    EvolveAllocation.Decided {}

    /** The request key was used for another instruction. */
    record RequestConflict(Facts facts, AttemptId attempt) implements Refusal, CreateAttempt.Decided {}

    /** The attempt id is taken. */
    record DuplicateAttempt(Facts facts) implements Refusal, CreateAttempt.Decided {}

    /** Another attempt is active than the expected one: see the facts. */
    record PredecessorMismatch(Facts facts) implements Refusal, CreateAttempt.Decided {}

    /** No more attempts may follow. */
    record RetriesExhausted(Facts facts, int retryBudget) implements Refusal, CreateAttempt.Decided {}

    /** There is an allocation. */
    record AlreadyAllocated(Facts facts)
            implements Refusal,
                    BeginProvisioning.Decided,
                    RecordAbsence.Decided,
                    RecordProvisionerLost.Decided,
                    AbandonPending.Decided {}

    /** A provider was asked. */
    record AlreadyProvisioning(Facts facts) implements Refusal, BeginProvisioning.Decided, AbandonPending.Decided {}

    /** It ended in another way. */
    record AlreadySettled(Facts facts) implements Refusal, AbandonPending.Decided {}

    /** The allocation is of another provider than the attempt. */
    record ForeignProvider(Facts facts) implements Refusal, RecordAllocation.Decided, EvolveAllocation.Decided {}

    /** Another allocation is known. */
    record AllocationConflict(Facts facts) implements Refusal, RecordAllocation.Decided {}

    /** The allocation outlives the process that made it. */
    record NotProcessBound(Facts facts, Lifetime lifetime) implements Refusal, RecordProvisionerLost.Decided {}

    /** Another process called the provider. */
    record IncarnationMismatch(Facts facts, IncarnationId provisioner)
            implements Refusal, RecordProvisionerLost.Decided {}

    /** Nobody has shown that the allocation is gone. */
    record NotTerminated(Facts facts) implements Refusal, RecordInfrastructureFailure.Decided {}

    /** This incarnation was replaced or lost. */
    record IncarnationFenced(Facts facts) implements Refusal, RegisterRuntime.Decided {}

    /** So many have registered that another start will not help. */
    record TooManyIncarnations(Facts facts, int limit) implements Refusal, RegisterRuntime.Decided {}

    /** An operation is active: see the facts. */
    record OperationActive(Facts facts)
            implements Refusal,
                    RegisterRuntime.Decided,
                    MarkReady.Decided,
                    AdmitOperation.Decided,
                    ConcludeCancellation.Decided {}

    /** Another generation is the endpoint, or none any more. */
    record StaleGeneration(Facts facts)
            implements Refusal,
                    BeatRuntime.Decided,
                    MarkReady.Decided,
                    AdmitOperation.Decided,
                    CompleteOperation.Decided,
                    ReportPreparation.Decided,
                    ControlDecision {}

    /** No probe of this generation has come back. */
    record ProbeNotCompleted(Facts facts) implements Refusal, MarkReady.Decided {}

    /** The key, or the id, is that of another operation. */
    record AdmissionConflict(Facts facts, Operation stored) implements Refusal, AdmitOperation.Decided {}

    /** Nothing starts here any more. */
    record GateClosed(Facts facts) implements Refusal, AdmitOperation.Decided {}

    /** The runtime has to show first that it can be reached. */
    record NotReady(Facts facts) implements Refusal, AdmitOperation.Decided {}

    /** The instruction wants no workspace. */
    record PreparationNotRequired(Facts facts) implements Refusal, AdmitOperation.Decided, ReportPreparation.Decided {}

    /** This generation has its workspace. */
    record PreparationAlreadyCompleted(Facts facts) implements Refusal, AdmitOperation.Decided {}

    /** The workspace has to be prepared first, by this generation. */
    record PreparationRequired(Facts facts) implements Refusal, AdmitOperation.Decided {}

    /** So many were admitted that one more cannot be kept. */
    record TooManyOperations(Facts facts, int limit) implements Refusal, AdmitOperation.Decided {}

    /** No operation is active. */
    record NotActive(Facts facts) implements Refusal, CompleteOperation.Decided, ReportPreparation.Decided {}

    /** Another operation is active, or none that fits. */
    record OperationMismatch(Facts facts)
            implements Refusal, CompleteOperation.Decided, ReportPreparation.Decided, ControlDecision {}

    /** It ends by what it brings. */
    record ResultRequired(Facts facts) implements Refusal, CompleteOperation.Decided {}

    /** This operation has brought something else. */
    record ReportConflict(Facts facts, Preparation stored) implements Refusal, ReportPreparation.Decided {}

    /** The source roots are not those of the instruction. */
    record BindingMismatch(Facts facts) implements Refusal, ReportPreparation.Decided {}

    /**
     * Another attempt is active, or there is no such attempt.
     *
     * @param same whether this is the outcome that was accepted while the attempt was active: then nothing was lost, and
     *     nothing is owed
     * @param stored the outcome of the attempt, when it has one
     */
    record OutcomeFenced(Facts facts, boolean same, Optional<OutcomeText> stored) implements Refusal, OutcomeDecision {}

    /** The attempt ended with another outcome, or without one. */
    record OutcomeConflict(Facts facts, Optional<OutcomeText> stored) implements Refusal, OutcomeDecision {}

    /** Whoever answers is not the endpoint, or does not do what is active. */
    record RuntimeFenceMismatch(Facts facts) implements Refusal, OutcomeDecision {}

    /** This request was made with another reason. */
    record CancellationConflict(Facts facts, Cancellation stored) implements Refusal, RequestCancellation.Decided {}

    /** Nobody has asked it to stop. */
    record NotCancelled(Facts facts) implements Refusal, ConcludeCancellation.Decided {}

    /** This generation has said something else. */
    record ControlConflict(Facts facts) implements Refusal, ControlDecision {}

    /** There is no such request to stop. */
    record CancelMismatch(Facts facts) implements Refusal, ControlDecision {}
}
