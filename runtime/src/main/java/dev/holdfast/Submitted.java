// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.runtime.spi.PayloadUndecodable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A unit that the ledger has taken, now or before. Thread-safe. */
public final class Submitted {
    private final Holdfast holdfast;
    private final WorkId id;
    private final boolean repeated;

    Submitted(Holdfast holdfast, WorkId id, boolean repeated) {
        this.holdfast = holdfast;
        this.id = id;
        this.repeated = repeated;
    }

    /** @throws SubmissionRefused when the ledger does not take it */
    static Submitted of(Holdfast holdfast, SubmitDecision decision) {
        return switch (decision) {
            case SubmitDecision.Admitted admitted -> new Submitted(holdfast, admitted.work(), false);
            case SubmitDecision.Repeated repeated ->
                new Submitted(holdfast, repeated.unit().id(), true);
            case SubmitDecision.Conflict refusal -> throw new SubmissionRefused(decision);
            case SubmitDecision.Reserved refusal -> throw new SubmissionRefused(decision);
            case SubmitDecision.Undefined refusal -> throw new SubmissionRefused(decision);
            case SubmitDecision.TooManyQueued refusal -> throw new SubmissionRefused(decision);
            case SubmitDecision.TooManyShapes refusal -> throw new SubmissionRefused(decision);
            case PoolUnknown refusal -> throw new SubmissionRefused(decision);
        };
    }

    /**
     * @throws NotRunHere when it was not claimed
     * @throws SubmissionRefused when the ledger does not take it
     */
    static Submitted of(Holdfast holdfast, SubmitClaimedDecision decision) {
        return switch (decision) {
            case SubmitClaimedDecision.Granted granted ->
                new Submitted(holdfast, granted.grant().work(), false);
            case SubmitClaimedDecision.Repeated repeated ->
                new Submitted(holdfast, repeated.unit().id(), true);
            case SubmitClaimedDecision.NotAdmitted refusal -> throw new SubmissionRefused(refusal.reason());
            case SubmitClaimedDecision.NotClaimed refusal -> throw new NotRunHere(refusal);
            case SubmitClaimedDecision.NotEligible refusal -> throw new NotRunHere(refusal);
        };
    }

    /** @throws SubmissionRefused when the ledger takes none, with the first reason */
    static List<Submitted> of(Holdfast holdfast, SubmitTogetherDecision decision) {
        return switch (decision) {
            case SubmitTogetherDecision.Admitted admitted ->
                admitted.each().stream().map(each -> of(holdfast, each)).toList();
            case SubmitTogetherDecision.Refused refused ->
                throw new SubmissionRefused(refused.refusals().getFirst().reason());
        };
    }

    public WorkId id() {
        return id;
    }

    /** Whether it was taken before, under the same key. */
    public boolean repeated() {
        return repeated;
    }

    /** The unit as it is now, with its whole history. */
    public Unit unit() {
        return holdfast.ledger()
                .ask(new Inspect(id))
                .orElseThrow(() -> new IllegalStateException("the ledger does not know work " + id + " any more"));
    }

    /**
     * Waits until the unit has ended, wherever it runs; at most {@code atMost}. Under a clock that is moved by hand: does
     * what is due now and looks once.
     *
     * @return how it ended; empty when it has not, or waits for evidence
     */
    public Optional<WorkState.Ended> await(Duration atMost) throws InterruptedException {
        return holdfast.endings().await(id, atMost);
    }

    /**
     * The result of the unit, if it has succeeded by now; does not wait.
     *
     * @throws WorkNotSucceeded when it has not ended, or ended otherwise
     * @throws IllegalArgumentException when the result does not read as {@code type}
     */
    public <T> T result(Class<T> type) {
        Unit unit = unit();
        if (!(unit.state() instanceof WorkState.Ended ended) || ended.result().isEmpty()) {
            throw new WorkNotSucceeded(id, unit.status(), codeOf(unit.state()));
        }
        Payload result = ended.result().get();
        try {
            return holdfast.codec().decode(result, type);
        } catch (PayloadUndecodable e) {
            throw new IllegalArgumentException("the result of work " + id + ": " + e.getMessage(), e);
        }
    }

    private static String codeOf(WorkState state) {
        return switch (state) {
            case WorkState.Ended ended -> ended.code();
            case WorkState.Uncertain uncertain -> uncertain.reason();
            case WorkState.Held held -> "";
            case WorkState.Queued queued -> "";
            case WorkState.Claimed claimed -> "";
        };
    }
}
