// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * The request to stop.
 *
 * <pre>
 * request   1 no such attempt of this owner      NotFound
 *           2 same key, other reason             CancellationConflict
 *           3 there is a request                 Replayed, the first one
 *           4 Accepted: the gate closes; nothing is settled, nothing is killed
 * conclude  1 no such attempt of this owner      NotFound
 *           2 settled                            Resolved
 *           3 nobody asked it to stop            NotCancelled
 *           4 something but a probe is active    OperationActive
 *           5 Concluded: settled as cancelled
 * </pre>
 */
final class CancellationRules {
    private CancellationRules() {}

    static AttemptRuling<RequestCancellation.Decided> request(RequestCancellation command, Scene scene) {
        Optional<Attempt> attempt = scene.of(command.owner());
        if (attempt.isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        Optional<Cancellation> first = attempt.get().cancellation();
        if (first.isPresent()) {
            boolean conflict = first.get().requestKey().equals(command.requestKey())
                    && !first.get().reason().equals(command.reason());
            return AttemptRuling.unchanged(
                    conflict
                            ? new Refusal.CancellationConflict(scene.facts(), first.get())
                            : new RequestCancellation.Replayed(first.get()));
        }
        Cancellation asked = new Cancellation(command.requestKey(), scene.now(), command.reason());
        return AttemptRuling.changed(attempt.get().cancelled(asked), new RequestCancellation.Accepted(asked));
    }

    static AttemptRuling<ConcludeCancellation.Decided> conclude(ConcludeCancellation command, Scene scene) {
        Optional<Attempt> attempt = scene.of(command.owner());
        if (attempt.isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        if (attempt.get().isSettled()) {
            return AttemptRuling.unchanged(new Refusal.Resolved(scene.facts()));
        }
        if (attempt.get().cancellation().isEmpty()) {
            return AttemptRuling.unchanged(new Refusal.NotCancelled(scene.facts()));
        }
        if (attempt.get()
                .operations()
                .active()
                .filter(each -> !each.kind().isProbe())
                .isPresent()) {
            return AttemptRuling.unchanged(new Refusal.OperationActive(scene.facts()));
        }
        return AttemptRuling.changed(
                attempt.get().settled(Settlement.Kind.CANCELLED, scene.now(), Happened.CANCELLED, Optional.empty()),
                new ConcludeCancellation.Concluded());
    }
}
