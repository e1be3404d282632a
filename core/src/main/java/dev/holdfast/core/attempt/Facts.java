// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * All that somebody who is refused may need to know.
 *
 * @param active the active attempt of the owner
 * @param attempt how the attempt in question stands; empty when there is none, or it is somebody else's
 */
public record Facts(Optional<AttemptId> active, Optional<Standing> attempt) {
    /**
     * How an attempt stands.
     *
     * @param closed whether nothing is left at the provider either
     * @param settlement kind, time and evidence, without the outcome itself
     * @param generation of the runtime
     * @param operation the active operation
     * @param provider who has the provider operation
     */
    public record Standing(
            AttemptId id,
            Status status,
            boolean closed,
            Optional<Settled> settlement,
            Gate gate,
            long generation,
            Optional<IncarnationId> incarnation,
            Optional<RuntimeState.Ready> ready,
            Optional<Running> operation,
            Optional<Obligation> obligation,
            Optional<Hold> provider,
            Optional<AllocationRef> allocation) {}

    public record Settled(Settlement.Kind kind, Moment at, int evidence) {}

    /** An operation that is active. */
    public record Running(OperationId id, OperationKind kind, long generation, Moment admittedAt) {}

    /**
     * Who has a provider operation and until when.
     *
     * @param controller empty when nobody
     * @param until empty when nobody
     */
    public record Hold(long generation, Optional<ControllerId> controller, Optional<Moment> until) {
        static Hold of(ProviderOperation operation) {
            return switch (operation.holder()) {
                case Holder.Held held ->
                    new Hold(operation.generation(), Optional.of(held.controller()), Optional.of(held.until()));
                case Holder.Released released -> new Hold(operation.generation(), Optional.empty(), Optional.empty());
            };
        }
    }

    static Facts of(Optional<AttemptId> active, Optional<Attempt> attempt) {
        return new Facts(active, attempt.map(Facts::standing));
    }

    private static Standing standing(Attempt attempt) {
        return new Standing(
                attempt.id(),
                attempt.status(),
                attempt.isClosed(),
                attempt.settlement().map(by -> new Settled(by.kind(), by.at(), by.evidence())),
                attempt.gate(),
                attempt.runtime().generation(),
                attempt.runtime().incarnation(),
                attempt.runtime().ready(),
                attempt.operations()
                        .active()
                        .map(each -> new Running(each.id(), each.kind(), each.generation(), each.admittedAt())),
                attempt.stage().obligation(),
                attempt.stage().provider().map(Hold::of),
                attempt.stage().allocation());
    }
}
