// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.WorkState;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** The columns in which a row keeps the state of its unit; which of them mean something depends on the state. */
public record StateColumns(
        Status status,
        Moment at,
        String movedBy,
        String reason,
        Optional<String> evidence,
        String reference,
        OptionalLong question) {
    /** In the order of {@link #read} and {@link #bind}. */
    public static final String COLUMNS =
            "w.state, w.state_at, w.moved_by, w.reason, w.evidence, w.reference, w.question";

    /** Values of {@code moved_by} for an uncertain unit. */
    private static final String BY_HOLDER = "HOLDER";

    private static final String BY_LOSS = "LOST";

    public static StateColumns read(Row row) throws SQLException {
        return new StateColumns(
                States.status(row.integer()),
                row.moment(),
                row.text(),
                row.text(),
                row.optionalText(),
                row.text(),
                row.optionalNumber());
    }

    /** A claimed unit keeps when it was due: nobody reads it, and not writing it is cheaper. */
    public static StateColumns of(WorkState state, Moment kept) {
        return switch (state) {
            case WorkState.Held held ->
                new StateColumns(
                        Status.HELD, held.until(), held.then().name(), "", Optional.empty(), "", OptionalLong.empty());
            case WorkState.Queued queued ->
                new StateColumns(
                        Status.QUEUED,
                        queued.due(),
                        queued.origin().name(),
                        "",
                        Optional.empty(),
                        "",
                        OptionalLong.empty());
            case WorkState.Claimed claimed ->
                new StateColumns(
                        Status.CLAIMED,
                        kept,
                        WorkState.Origin.ADMITTED.name(),
                        "",
                        Optional.empty(),
                        "",
                        OptionalLong.empty());
            case WorkState.Uncertain uncertain ->
                new StateColumns(
                        Status.UNCERTAIN,
                        uncertain.since(),
                        uncertain.byLoss() ? BY_LOSS : BY_HOLDER,
                        uncertain.reason(),
                        Optional.empty(),
                        "",
                        OptionalLong.of(uncertain.fence().value()));
            case WorkState.Ended ended ->
                new StateColumns(
                        ended.status(),
                        ended.at(),
                        ended.by().name(),
                        ended.code(),
                        Optional.of(ended.evidence().name()),
                        ended.reference(),
                        OptionalLong.empty());
        };
    }

    public WorkState toState(Optional<Claim> claim, Payload result) {
        return switch (status) {
            case HELD -> new WorkState.Held(at, Hold.Then.valueOf(movedBy));
            case QUEUED -> new WorkState.Queued(at, WorkState.Origin.valueOf(movedBy));
            case CLAIMED -> new WorkState.Claimed(claim.orElseThrow());
            case UNCERTAIN ->
                new WorkState.Uncertain(new Fence(question.orElseThrow()), at, reason, movedBy.equals(BY_LOSS));
            case SUCCEEDED, FAILED, CANCELLED, POISONED ->
                new WorkState.Ended(
                        status,
                        at,
                        WorkState.EndedBy.valueOf(movedBy),
                        reason,
                        Evidence.valueOf(evidence.orElseThrow()),
                        status == Status.SUCCEEDED ? Optional.of(result) : Optional.empty(),
                        reference);
        };
    }

    public void bind(Prepared statement) throws SQLException {
        statement
                .number(States.number(status))
                .moment(at)
                .text(movedBy)
                .textIfAny(reason)
                .text(evidence)
                .textIfAny(reference)
                .number(question);
    }
}
