// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * The process that runs the work.
 *
 * <pre>
 * register  REACH
 *           1 the incarnation that is registered         Duplicate
 *           2 one that was replaced or lost              IncarnationFenced
 *           3 work is active, and its runtime is not lost   OperationActive
 *           4 too many generations                       TooManyIncarnations
 *           5 Registered: generation + 1, not ready, an active probe is taken back
 * beat      REACH
 *           1 other generation or incarnation, or lost   StaleGeneration
 *           2 Renewed
 * ready     REACH
 *           1 other generation, or lost                  StaleGeneration
 *           2 ready                                      Duplicate
 *           3 an operation is active                     OperationActive
 *           4 no probe of this generation came back      ProbeNotCompleted
 *           5 Ready, by the ledger's clock
 * </pre>
 *
 * <p>A runtime whose lease is over goes on until it is replaced, or until {@link Expire} says that it is lost: what was active
 * is lost with it then, and the next incarnation may register.
 */
final class RuntimeRules {
    private RuntimeRules() {}

    static AttemptRuling<RegisterRuntime.Decided> register(RegisterRuntime command, Scene scene) {
        Optional<Refusal.Unreachable> refused = Guards.reach(scene, command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        RuntimeState runtime = attempt.runtime();
        if (runtime.isRegistered(command.incarnation())) {
            return AttemptRuling.unchanged(new RegisterRuntime.Duplicate(runtime.generation(), runtime.ready()));
        }
        if (runtime.isFenced(command.incarnation())) {
            return AttemptRuling.unchanged(new Refusal.IncarnationFenced(scene.facts()));
        }
        boolean lost = runtime.leaseIsOver(scene.now());
        Optional<Operation> active = attempt.operations().active();
        if (!lost && active.filter(each -> !each.kind().isProbe()).isPresent()) {
            return AttemptRuling.unchanged(new Refusal.OperationActive(scene.facts()));
        }
        if (runtime.generation() >= RuntimeState.MAX_GENERATIONS) {
            return AttemptRuling.unchanged(
                    new Refusal.TooManyIncarnations(scene.facts(), RuntimeState.MAX_GENERATIONS));
        }
        Attempt free = lost ? lost(attempt, scene) : reclaimed(attempt, scene);
        RuntimeState next =
                free.runtime().registered(command.incarnation(), scene.now().plus(command.lease()));
        return AttemptRuling.changed(
                free.with(next),
                new RegisterRuntime.Registered(next.generation(), next.until().orElseThrow()));
    }

    private static Attempt reclaimed(Attempt attempt, Scene scene) {
        return attempt.operations()
                .active()
                .map(probe -> attempt.with(probe.become(new Operation.State.Reclaimed(scene.now()))))
                .orElse(attempt);
    }

    /** The lease of the runtime is over: its generation is fenced, and what it did is lost, with evidence. */
    static Attempt lost(Attempt attempt, Scene scene) {
        Attempt told = attempt.logged(scene.now(), Happened.RUNTIME_LOST, Optional.empty());
        Attempt fenced = told.with(told.runtime().lost(scene.now()));
        return fenced.operations()
                .active()
                .map(each -> fenced.with(each.become(
                        new Operation.State.Lost(scene.now(), told.log().written()))))
                .orElse(fenced);
    }

    static AttemptRuling<BeatRuntime.Decided> beat(BeatRuntime command, Scene scene) {
        Optional<Refusal.Unreachable> refused = Guards.reach(scene, command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        if (!attempt.runtime().isCurrent(command.generation())
                || !attempt.runtime().isRegistered(command.incarnation())) {
            return AttemptRuling.unchanged(new Refusal.StaleGeneration(scene.facts()));
        }
        RuntimeState renewed = attempt.runtime().renewed(scene.now().plus(command.lease()));
        return AttemptRuling.changed(
                attempt.with(renewed), new BeatRuntime.Renewed(renewed.until().orElseThrow(), attempt.cancellation()));
    }

    static AttemptRuling<MarkReady.Decided> ready(MarkReady command, Scene scene) {
        Optional<Refusal.Unreachable> refused = Guards.reach(scene, command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        if (!attempt.runtime().isCurrent(command.generation())) {
            return AttemptRuling.unchanged(new Refusal.StaleGeneration(scene.facts()));
        }
        Optional<RuntimeState.Ready> before = attempt.runtime().ready();
        if (before.isPresent()) {
            return AttemptRuling.unchanged(
                    new MarkReady.Duplicate(before.get().probe(), before.get().at()));
        }
        if (attempt.operations().active().isPresent()) {
            return AttemptRuling.unchanged(new Refusal.OperationActive(scene.facts()));
        }
        Optional<Operation> probe = attempt.operations().probeOf(command.generation());
        if (probe.isEmpty()) {
            return AttemptRuling.unchanged(new Refusal.ProbeNotCompleted(scene.facts()));
        }
        OperationId id = probe.get().id();
        return AttemptRuling.changed(
                attempt.with(attempt.runtime().ready(id, scene.now()))
                        .logged(scene.now(), Happened.READY, Optional.of(MarkReady.note(command.readyAt()))),
                new MarkReady.Ready(id, scene.now()));
    }
}
