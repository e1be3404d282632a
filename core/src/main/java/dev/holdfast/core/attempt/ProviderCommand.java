// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** A command of whoever has the provider operation. */
public sealed interface ProviderCommand<R extends AttemptDecision> extends AttemptCommand<R>
        permits RenewProvider,
                HandOffProvider,
                RecordUncertainty,
                CompleteProvider,
                RecordAllocation,
                RecordAbsence,
                RecordProvisionerLost,
                RecordTermination,
                RecordInfrastructureFailure,
                EvolveAllocation {
    ProviderClaim claim();

    @Override
    default AttemptId attempt() {
        return claim().attempt();
    }
}
