// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Decision;
import java.util.ArrayList;
import java.util.List;

/** Decides a batch of commands about attempts, in order, each seeing what the former has changed. */
public final class AttemptRules {
    private AttemptRules() {}

    public static AttemptSave<List<Decision>> decide(List<? extends AttemptCommand<?>> commands, AttemptsPage page) {
        AttemptBatch batch = new AttemptBatch(page);
        List<Decision> decisions = new ArrayList<>(commands.size());
        for (AttemptCommand<?> command : commands) {
            Scene scene = batch.scene(command);
            if (command instanceof CreateAttempt create) {
                decisions.add(SeriesRules.create(create, batch, scene));
                continue;
            }
            AttemptRuling<?> ruling = rule(command, scene);
            ruling.after().ifPresent(batch::change);
            decisions.add(ruling.decision());
        }
        return new AttemptSave<>(batch.changes(), decisions);
    }

    private static AttemptRuling<?> rule(AttemptCommand<?> command, Scene scene) {
        return switch (command) {
            case CreateAttempt create -> throw new IllegalStateException("creation changes more than one attempt");
            case BeginProvisioning begin -> ProviderRules.begin(begin, scene);
            case RenewProvider renew -> ProviderRules.renew(renew, scene);
            case TakeOverProvider takeOver -> ProviderRules.takeOver(takeOver, scene);
            case HandOffProvider handOff -> ProviderRules.handOff(handOff, scene);
            case RecordUncertainty uncertain -> ProviderRules.uncertain(uncertain, scene);
            case RecordAllocation allocation -> AllocationRules.record(allocation, scene);
            case EvolveAllocation evolve -> AllocationRules.evolve(evolve, scene);
            case RecordTermination termination -> AllocationRules.terminated(termination, scene);
            case RecordAbsence absence -> DebtRules.absent(absence, scene);
            case RecordProvisionerLost lost -> DebtRules.lost(lost, scene);
            case RecordInfrastructureFailure failure -> DebtRules.failed(failure, scene);
            case CompleteProvider complete -> DebtRules.complete(complete, scene);
            case RegisterRuntime register -> RuntimeRules.register(register, scene);
            case BeatRuntime beat -> RuntimeRules.beat(beat, scene);
            case MarkReady ready -> RuntimeRules.ready(ready, scene);
            case AdmitOperation admit -> OperationRules.admit(admit, scene);
            case CompleteOperation complete -> OperationRules.complete(complete, scene);
            case ReportPreparation report -> PreparationRules.report(report, scene);
            case CommitOutcome commit -> OutcomeRules.commit(commit, scene);
            case DeclareOutcome declare -> OutcomeRules.declare(declare, scene);
            case AbandonPending abandon -> SeriesRules.abandon(abandon, scene);
            case RequestCancellation request -> CancellationRules.request(request, scene);
            case ConcludeCancellation conclude -> CancellationRules.conclude(conclude, scene);
            case RecordControlReceipt receipt -> ControlRules.receipt(receipt, scene);
            case ReportControl report -> ControlRules.report(report, scene);
            case Expire expire -> TimeRules.expire(expire, scene);
        };
    }
}
