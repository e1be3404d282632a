// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.States;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * By which indexes a unit is to be found in its state.
 *
 * @param ready whether it stands in its lane
 * @param dueAt when it enters its lane
 * @param lateAfter the latest start of a queued unit
 * @param unusual the number of a state that is neither on the way nor the usual end
 */
record Place(boolean ready, Optional<Moment> dueAt, Optional<Moment> lateAfter, OptionalLong unusual) {
    private static final Place NOWHERE = new Place(false, Optional.empty(), Optional.empty(), OptionalLong.empty());

    static Place of(Unit unit, Moment now) {
        return of(
                unit,
                unit.state() instanceof WorkState.Queued queued && !queued.due().isAfter(now));
    }

    /** @param inLane whether it stands in its lane if it is queued */
    static Place of(Unit unit, boolean inLane) {
        return switch (unit.state()) {
            case WorkState.Held held -> unusual(Status.HELD);
            case WorkState.Queued queued ->
                new Place(
                        inLane,
                        inLane ? Optional.empty() : Optional.of(queued.due()),
                        unit.startBy(),
                        OptionalLong.empty());
            case WorkState.Claimed claimed -> NOWHERE;
            case WorkState.Uncertain uncertain -> unusual(Status.UNCERTAIN);
            case WorkState.Ended ended -> ended.status() == Status.SUCCEEDED ? NOWHERE : unusual(ended.status());
        };
    }

    private static Place unusual(Status status) {
        return new Place(false, Optional.empty(), Optional.empty(), OptionalLong.of(States.number(status)));
    }

    void bind(Prepared statement) throws SQLException {
        statement.flag(ready).moment(dueAt).moment(lateAfter).number(unusual);
    }
}
