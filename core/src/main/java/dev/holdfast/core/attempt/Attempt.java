// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One execution attempt. Immutable.
 *
 * @param control what runtimes said to the request to stop, by generation
 * @param late answers that came too late, the first ones
 * @param version grows with every change; a store saves a change only to the version that was decided on
 */
public record Attempt(
        Origin origin,
        Stage stage,
        Optional<Settlement> settlement,
        Gate gate,
        RuntimeState runtime,
        Operations operations,
        Optional<Cancellation> cancellation,
        List<Control> control,
        EvidenceLog log,
        List<LateOutcome> late,
        long version) {
    public Attempt {
        control = List.copyOf(control);
        late = List.copyOf(late);
    }

    static Attempt created(Origin origin) {
        return new Attempt(
                origin,
                new Stage.Pending(),
                Optional.empty(),
                Gate.OPEN,
                RuntimeState.NONE,
                Operations.NONE,
                Optional.empty(),
                List.of(),
                EvidenceLog.EMPTY,
                List.of(),
                1);
    }

    public AttemptId id() {
        return origin.id();
    }

    public ExecutionOwnerId owner() {
        return origin.owner();
    }

    public Status status() {
        return settlement.isPresent() ? Status.SETTLED : stage.status();
    }

    public boolean isSettled() {
        return settlement.isPresent();
    }

    /** Whether it is settled and nothing is left at the provider: no provider was asked, or there is evidence. */
    public boolean isClosed() {
        return isSettled()
                && stage.provider()
                        .map(operation -> operation.completion().isPresent())
                        .orElse(true);
    }

    /** Whether something is owed at a provider. */
    public boolean isOpen() {
        return stage.provider().isPresent() && !isClosed();
    }

    public Optional<OutcomeText> outcome() {
        return settlement
                .filter(Settlement.ByOutcome.class::isInstance)
                .map(by -> ((Settlement.ByOutcome) by).outcome());
    }

    /** Whether a runtime may be let into its allocation. */
    public boolean isClaimable() {
        return !isSettled() && stage instanceof Stage.Allocated allocated && allocated.claimable();
    }

    /** When {@link Expire} has something to do at the earliest; empty when time alone changes nothing any more. */
    public Optional<Moment> due() {
        if (isSettled()) {
            return Optional.empty();
        }
        Stream<Moment> bootstrap = runtime.generation() == 0 ? Stream.of(origin.bootstrapUntil()) : Stream.empty();
        Stream<Moment> limit = operations.active().flatMap(Operation::until).stream();
        return Stream.of(bootstrap, runtime.until().stream(), limit)
                .flatMap(each -> each)
                .min(Moment::compareTo);
    }

    Attempt with(Stage next) {
        return new Attempt(
                origin, next, settlement, gate, runtime, operations, cancellation, control, log, late, version);
    }

    Attempt with(ProviderOperation next) {
        return with(stage.with(next));
    }

    Attempt with(RuntimeState next) {
        return new Attempt(
                origin, stage, settlement, gate, next, operations, cancellation, control, log, late, version);
    }

    Attempt with(Operations next) {
        return new Attempt(origin, stage, settlement, gate, runtime, next, cancellation, control, log, late, version);
    }

    Attempt with(Operation changed) {
        return with(operations.with(changed));
    }

    Attempt cancelled(Cancellation first) {
        return new Attempt(
                origin,
                stage.closedToRuntimes(),
                settlement,
                Gate.CLOSED,
                runtime,
                operations,
                Optional.of(first),
                control,
                log,
                late,
                version);
    }

    /** Another attempt took its place. */
    Attempt gateClosed() {
        return new Attempt(
                origin,
                stage.closedToRuntimes(),
                settlement,
                Gate.CLOSED,
                runtime,
                operations,
                cancellation,
                control,
                log,
                late,
                version);
    }

    /** Writes into the log; the number of the entry is {@code log().written()} then. */
    Attempt logged(Moment now, Happened what, Optional<EvidenceNote> note) {
        long generation = stage.provider().map(ProviderOperation::generation).orElse(0L);
        EvidenceLog more = log.and(now, what, generation, note);
        return new Attempt(
                origin, stage, settlement, gate, runtime, operations, cancellation, control, more, late, version);
    }

    Attempt with(Control changed) {
        List<Control> all = new ArrayList<>(control);
        all.removeIf(each -> each.generation() == changed.generation());
        all.add(changed);
        all.sort(java.util.Comparator.comparingLong(Control::generation));
        return new Attempt(origin, stage, settlement, gate, runtime, operations, cancellation, all, log, late, version);
    }

    Attempt and(LateOutcome more) {
        List<LateOutcome> all = new ArrayList<>(late);
        all.add(more);
        return new Attempt(
                origin, stage, settlement, gate, runtime, operations, cancellation, control, log, all, version);
    }

    /** Closes the gate and leaves the active operation where it is, so that who comes late is told the truth. */
    Attempt settled(Settlement how) {
        if (isSettled()) {
            throw new IllegalStateException("attempt " + id() + " is settled; nobody settles it again");
        }
        Attempt closed = gateClosed();
        return new Attempt(
                origin,
                closed.stage,
                Optional.of(how),
                Gate.CLOSED,
                runtime,
                operations,
                cancellation,
                control,
                log,
                late,
                version);
    }

    /** Settles on an entry that is written with it. */
    Attempt settled(Settlement.Kind kind, Moment now, Happened what, Optional<EvidenceNote> note) {
        Attempt told = logged(now, what, note);
        return told.settled(new Settlement.WithoutOutcome(kind, now, told.log().written()));
    }

    Attempt nextVersion() {
        return new Attempt(
                origin, stage, settlement, gate, runtime, operations, cancellation, control, log, late, version + 1);
    }
}
