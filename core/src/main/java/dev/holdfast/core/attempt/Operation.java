// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * Something that a runtime was let do.
 *
 * @param key the admission key, by which a second request is known; unique in the attempt for ever
 * @param generation of the runtime that does it
 * @param admittedAt when it was admitted first
 * @param until when it has to be over
 * @param resumable whether the next generation may go on with it when this one is lost
 */
public record Operation(
        OperationId id,
        OperationKind kind,
        String key,
        long generation,
        Moment admittedAt,
        Optional<Moment> until,
        boolean resumable,
        State state) {
    /** Where it stands. */
    public sealed interface State {
        /** Also when the attempt was settled meanwhile: who comes late is told so. */
        record Active() implements State {}

        record Completed(Moment at) implements State {}

        /** A preparation that brought a workspace. */
        record Prepared(Moment at, Preparation result) implements State {}

        /** Its runtime was lost. */
        record Lost(Moment at, int evidence) implements State {}

        /** A probe whose runtime was replaced. */
        record Reclaimed(Moment at) implements State {}
    }

    public boolean isActive() {
        return state instanceof State.Active;
    }

    /** Whether whoever did it said that it is over. */
    boolean isDone() {
        return state instanceof State.Completed || state instanceof State.Prepared;
    }

    Optional<Preparation> prepared() {
        return state instanceof State.Prepared prepared ? Optional.of(prepared.result()) : Optional.empty();
    }

    Operation become(State next) {
        return new Operation(id, kind, key, generation, admittedAt, until, resumable, next);
    }

    Operation resumed(long newer, Optional<Moment> newLimit) {
        return new Operation(id, kind, key, newer, admittedAt, newLimit, resumable, new State.Active());
    }
}
