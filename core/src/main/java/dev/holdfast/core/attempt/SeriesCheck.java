// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is true of the attempts of an owner at every commit: an allocation is of the provider that was asked, and an attempt is
 * closed on evidence alone (I9, I26); a generation names one incarnation, readiness a completed probe of that generation, one
 * operation runs at most (I25); all is bounded (I23); one attempt is open to runtimes at most.
 */
public final class SeriesCheck {
    private final Attempt attempt;

    private SeriesCheck(Attempt attempt) {
        this.attempt = attempt;
    }

    /** What is not so; empty when all is. */
    @FunctionalInterface
    private interface Rule {
        Optional<String> fault(SeriesCheck check);
    }

    /** In the order in which they are asked: later ones look where former ones say that something is. */
    private static final List<Rule> RULES = List.of(
            SeriesCheck::log,
            SeriesCheck::gate,
            SeriesCheck::allocation,
            SeriesCheck::termination,
            SeriesCheck::completion,
            SeriesCheck::generations,
            SeriesCheck::operations,
            SeriesCheck::readiness,
            SeriesCheck::settlement);

    /**
     * The first thing that cannot be.
     *
     * @param series all attempts of one owner, in order
     */
    public static Optional<String> fault(List<Attempt> series) {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < series.size(); i++) {
            Attempt attempt = series.get(i);
            Optional<AttemptId> before =
                    i == 0 ? Optional.empty() : Optional.of(series.get(i - 1).id());
            Optional<String> fault = place(attempt, i + 1, before, keys)
                    .or(() -> replaced(attempt, series))
                    .or(() -> fault(attempt));
            if (fault.isPresent()) {
                return Optional.of("attempt " + attempt.id() + " " + fault.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> replaced(Attempt attempt, List<Attempt> series) {
        boolean old = !attempt.id().equals(series.getLast().id());
        return first(
                wrong(old && attempt.gate() == Gate.OPEN, "was superseded and its gate is open"),
                wrong(
                        old && !attempt.isSettled() && attempt.stage() instanceof Stage.Pending,
                        "was superseded before a provider was asked and is not settled"));
    }

    private static Optional<String> place(Attempt attempt, int ordinal, Optional<AttemptId> before, Set<String> keys) {
        Origin origin = attempt.origin();
        return first(
                wrong(origin.ordinal() != ordinal, "is number " + origin.ordinal() + " and stands as " + ordinal),
                wrong(!origin.predecessor().equals(before), "has another predecessor than the attempt before it"),
                wrong(!keys.add(origin.requestKey()), "has the request key of another one of its owner"));
    }

    private static Optional<String> fault(Attempt attempt) {
        SeriesCheck check = new SeriesCheck(attempt);
        return RULES.stream().flatMap(rule -> rule.fault(check).stream()).findFirst();
    }

    private static Optional<String> wrong(boolean wrong, String what) {
        return wrong ? Optional.of(what) : Optional.empty();
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // they are only looked at
    private static Optional<String> first(Optional<String>... faults) {
        return Stream.of(faults).flatMap(Optional::stream).findFirst();
    }

    /** Whether an entry is kept and is about one of these. */
    private boolean says(int number, Set<Happened> any) {
        return attempt.log()
                .entry(number)
                .filter(entry -> any.contains(entry.what()))
                .isPresent();
    }

    private Optional<String> log() {
        EvidenceLog log = attempt.log();
        int last = 0;
        for (EvidenceLog.Entry entry : log.entries()) {
            if (entry.number() <= last || entry.number() > log.written()) {
                return Optional.of("has entries of evidence out of their order");
            }
            last = entry.number();
        }
        return first(
                wrong(last != log.written(), "lost its newest evidence"),
                wrong(log.entries().size() > EvidenceLog.MAX, "has too many entries of evidence"),
                wrong(attempt.late().size() > LateOutcome.MAX, "has too many late outcomes"));
    }

    private Optional<String> gate() {
        boolean closed = attempt.isSettled() || attempt.cancellation().isPresent();
        return first(
                wrong(closed && attempt.gate() == Gate.OPEN, "is settled or cancelled and its gate is open"),
                wrong(
                        attempt.gate() == Gate.CLOSED
                                && attempt.stage() instanceof Stage.Allocated allocated
                                && allocated.claimable(),
                        "has a closed gate and lets runtimes in"));
    }

    private Optional<String> allocation() {
        Optional<ProviderId> asked = attempt.stage().described().map(Descriptor::provider);
        return wrong(
                attempt.stage()
                        .allocation()
                        .filter(reference -> !asked.equals(Optional.of(reference.provider())))
                        .isPresent(),
                "has an allocation of a provider that was not asked");
    }

    private Optional<String> termination() {
        return wrong(
                attempt.stage() instanceof Stage.Terminated gone && !says(gone.evidence(), Set.of(Happened.TERMINATED)),
                "has an allocation that is gone without evidence");
    }

    private Optional<String> completion() {
        return wrong(
                attempt.stage()
                        .provider()
                        .filter(operation -> operation.completion().isPresent())
                        .filter(operation -> !says(
                                operation.completion().getAsInt(),
                                Set.of(Happened.COMPLETED, Happened.ABSENT, Happened.PROVISIONER_LOST)))
                        .isPresent(),
                "is done with its provider without evidence");
    }

    private Optional<String> generations() {
        RuntimeState runtime = attempt.runtime();
        boolean none = runtime.endpoint() instanceof RuntimeState.Endpoint.None;
        boolean lost = runtime.endpoint() instanceof RuntimeState.Endpoint.Lost;
        long named = runtime.fenced().size() + (none || lost ? 0L : 1L);
        return first(
                wrong(
                        none != (runtime.generation() == 0),
                        "has a runtime without a generation, or a generation without"),
                wrong(runtime.generation() > RuntimeState.MAX_GENERATIONS, "has too many generations"),
                wrong(runtime.generation() != named, "has " + runtime.generation() + " generations of " + named),
                wrong(
                        Set.copyOf(runtime.fenced()).size() < runtime.fenced().size(),
                        "has fenced an incarnation more than once"),
                wrong(
                        runtime.incarnation()
                                .filter(each -> runtime.isFenced(each) != lost)
                                .isPresent(),
                        "has a fenced runtime that is not lost, or a lost one that is not fenced"));
    }

    private Optional<String> operations() {
        List<Operation> all = attempt.operations().all();
        long generation = attempt.runtime().generation();
        return first(
                wrong(all.size() > Operations.MAX, "has too many operations"),
                wrong(
                        all.stream().map(Operation::key).distinct().count() < all.size(),
                        "has a key of operations twice"),
                wrong(all.stream().map(Operation::id).distinct().count() < all.size(), "has an operation twice"),
                wrong(all.stream().filter(Operation::isActive).count() > 1, "has two operations that are active"),
                wrong(
                        all.stream().anyMatch(each -> each.generation() < 1 || each.generation() > generation),
                        "has an operation of a generation that never was"),
                wrong(
                        attempt.operations()
                                .lastCompleted()
                                .filter(id -> attempt.operations()
                                        .find(id)
                                        .filter(Operation::isDone)
                                        .isEmpty())
                                .isPresent(),
                        "names an operation as completed that is not"));
    }

    private Optional<String> readiness() {
        return wrong(
                attempt.runtime()
                        .ready()
                        .filter(ready -> attempt.operations()
                                .find(ready.probe())
                                .filter(probe -> probe.kind().isProbe()
                                        && probe.generation()
                                                == attempt.runtime().generation()
                                        && probe.state() instanceof Operation.State.Completed)
                                .isEmpty())
                        .isPresent(),
                "is ready without a probe of its generation that came back");
    }

    private Optional<String> settlement() {
        return attempt.settlement()
                .filter(settlement -> !says(settlement.evidence(), lawful(settlement.kind())))
                .map(settlement -> "is settled as " + settlement.kind() + " without evidence of that");
    }

    private static Set<Happened> lawful(Settlement.Kind kind) {
        return switch (kind) {
            case OUTCOME -> Set.of(Happened.OUTCOME);
            case ABANDONED -> Set.of(Happened.ABANDONED, Happened.ABSENT, Happened.PROVISIONER_LOST);
            case INFRASTRUCTURE_FAILURE -> Set.of(Happened.TERMINATED);
            case CANCELLED -> Set.of(Happened.CANCELLED);
            case SUPERSEDED -> Set.of(Happened.SUPERSEDED);
            case TIMED_OUT -> Set.of(Happened.TIMED_OUT);
        };
    }
}
