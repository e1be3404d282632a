// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/** A command that says whose the attempt is. */
public sealed interface OwnedCommand<R extends AttemptDecision> extends AttemptCommand<R>
        permits BeginProvisioning,
                RegisterRuntime,
                BeatRuntime,
                MarkReady,
                AdmitOperation,
                ReportPreparation,
                CommitOutcome,
                DeclareOutcome,
                AbandonPending,
                RequestCancellation,
                ConcludeCancellation,
                RecordControlReceipt,
                ReportControl,
                Expire {
    ExecutionOwnerId owner();

    @Override
    default Optional<ExecutionOwnerId> named() {
        return Optional.of(owner());
    }
}
