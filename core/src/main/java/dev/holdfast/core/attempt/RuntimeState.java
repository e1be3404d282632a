// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The process that runs the work, as the ledger knows it. A generation names one incarnation, readiness names one
 * generation, and who was replaced or lost never returns.
 *
 * @param generation of the endpoint, from 1; 0 when none has ever registered
 * @param fenced the incarnations that never return, oldest first
 */
public record RuntimeState(long generation, Endpoint endpoint, List<IncarnationId> fenced) {
    /** Most incarnations of one attempt. One that starts again so often will not get well by another start. */
    public static final int MAX_GENERATIONS = 200;

    static final RuntimeState NONE = new RuntimeState(0, new Endpoint.None(), List.of());

    public RuntimeState {
        fenced = List.copyOf(fenced);
    }

    /** Where the newest generation stands. */
    public sealed interface Endpoint {
        record None() implements Endpoint {}

        record Registered(IncarnationId incarnation, Moment until, Optional<Ready> ready) implements Endpoint {}

        /** Its lease ran out. */
        record Lost(IncarnationId incarnation, Moment at) implements Endpoint {}
    }

    /** @param probe the operation that has shown it */
    public record Ready(OperationId probe, Moment at) {}

    public Optional<IncarnationId> incarnation() {
        return switch (endpoint) {
            case Endpoint.None none -> Optional.empty();
            case Endpoint.Registered registered -> Optional.of(registered.incarnation());
            case Endpoint.Lost lost -> Optional.of(lost.incarnation());
        };
    }

    public Optional<Ready> ready() {
        return endpoint instanceof Endpoint.Registered registered ? registered.ready() : Optional.empty();
    }

    /** Until when the endpoint is believed to be there. */
    public Optional<Moment> until() {
        return endpoint instanceof Endpoint.Registered registered ? Optional.of(registered.until()) : Optional.empty();
    }

    /** Whether this generation is the endpoint: not replaced, not lost. */
    boolean isCurrent(long asked) {
        return asked == generation && endpoint instanceof Endpoint.Registered;
    }

    boolean isRegistered(IncarnationId incarnation) {
        return endpoint instanceof Endpoint.Registered registered
                && registered.incarnation().equals(incarnation);
    }

    boolean isFenced(IncarnationId incarnation) {
        return fenced.contains(incarnation);
    }

    boolean leaseIsOver(Moment now) {
        return until().filter(until -> !until.isAfter(now)).isPresent();
    }

    RuntimeState registered(IncarnationId incarnation, Moment until) {
        return new RuntimeState(
                generation + 1, new Endpoint.Registered(incarnation, until, Optional.empty()), fencedToo());
    }

    RuntimeState lost(Moment now) {
        return new RuntimeState(generation, new Endpoint.Lost(incarnation().orElseThrow(), now), fencedToo());
    }

    RuntimeState renewed(Moment until) {
        return new RuntimeState(
                generation, new Endpoint.Registered(incarnation().orElseThrow(), until, ready()), fenced);
    }

    RuntimeState ready(OperationId probe, Moment now) {
        return new RuntimeState(
                generation,
                new Endpoint.Registered(
                        incarnation().orElseThrow(), until().orElseThrow(), Optional.of(new Ready(probe, now))),
                fenced);
    }

    private List<IncarnationId> fencedToo() {
        Optional<IncarnationId> current = incarnation().filter(each -> !isFenced(each));
        if (current.isEmpty()) {
            return fenced;
        }
        List<IncarnationId> more = new ArrayList<>(fenced);
        more.add(current.get());
        return more;
    }
}
