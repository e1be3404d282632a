// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * What runtimes say to the request to stop: whether they have heard it, and what came of it. Neither asks whether the attempt
 * is active or settled; neither changes anything but what is known of the request.
 *
 * <pre>
 * 1 no such attempt of this owner              NotFound
 * 2 this generation has said it: same / other  Duplicate / ControlConflict
 * 3 no request, or of another key              CancelMismatch
 * 4 other generation or incarnation, or lost   StaleGeneration
 * 5 a report that does not fit its boundary    OperationMismatch
 *     ADMISSION_CLOSED     no operation named; gate closed; nothing active but a probe
 *     SETUP_PROCESS_GROUP  the active preparation of this generation, or one that it completed
 *     WORKLOAD             the active operation of this generation that runs the work
 * 6 Accepted
 * </pre>
 */
final class ControlRules {
    private ControlRules() {}

    static AttemptRuling<ControlDecision> receipt(RecordControlReceipt command, Scene scene) {
        Optional<Attempt> attempt = scene.of(command.owner());
        if (attempt.isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        Optional<Control> said = said(attempt.get(), command.generation());
        Optional<Control.Receipt> before = said.flatMap(Control::receipt);
        if (before.isPresent()) {
            boolean same = before.get().receivedAt().equals(command.receivedAt())
                    && isFrom(attempt.get(), said.orElseThrow(), command.incarnation(), command.requestKey());
            return AttemptRuling.unchanged(again(same, scene));
        }
        Optional<ControlDecision> refused =
                refused(attempt.get(), command.generation(), command.incarnation(), command.requestKey(), scene);
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Control heard = said.orElseGet(() -> Control.of(command.generation(), command.incarnation()))
                .received(new Control.Receipt(command.receivedAt(), scene.now()));
        return AttemptRuling.changed(attempt.get().with(heard), new ControlDecision.Accepted());
    }

    static AttemptRuling<ControlDecision> report(ReportControl command, Scene scene) {
        Optional<Attempt> attempt = scene.of(command.owner());
        if (attempt.isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        Optional<Control> said = said(attempt.get(), command.generation());
        Optional<Control.Report> before = said.flatMap(Control::report);
        if (before.isPresent()) {
            boolean same = before.get().operation().equals(command.operation())
                    && before.get().conclusion().equals(command.conclusion())
                    && isFrom(attempt.get(), said.orElseThrow(), command.incarnation(), command.requestKey());
            return AttemptRuling.unchanged(again(same, scene));
        }
        Optional<ControlDecision> refused =
                refused(attempt.get(), command.generation(), command.incarnation(), command.requestKey(), scene);
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        if (!fits(command, attempt.get())) {
            return AttemptRuling.unchanged(new Refusal.OperationMismatch(scene.facts()));
        }
        Control told = said.orElseGet(() -> Control.of(command.generation(), command.incarnation()))
                .reported(new Control.Report(command.operation(), command.conclusion(), scene.now()));
        return AttemptRuling.changed(attempt.get().with(told), new ControlDecision.Accepted());
    }

    private static Optional<Control> said(Attempt attempt, long generation) {
        return attempt.control().stream()
                .filter(each -> each.generation() == generation)
                .findFirst();
    }

    private static boolean isFrom(Attempt attempt, Control said, IncarnationId incarnation, String key) {
        return said.incarnation().equals(incarnation)
                && attempt.cancellation()
                        .filter(request -> request.requestKey().equals(key))
                        .isPresent();
    }

    private static ControlDecision again(boolean same, Scene scene) {
        return same ? new ControlDecision.Duplicate() : new Refusal.ControlConflict(scene.facts());
    }

    private static Optional<ControlDecision> refused(
            Attempt attempt, long generation, IncarnationId incarnation, String key, Scene scene) {
        if (attempt.cancellation()
                .filter(request -> request.requestKey().equals(key))
                .isEmpty()) {
            return Optional.of(new Refusal.CancelMismatch(scene.facts()));
        }
        if (!attempt.runtime().isCurrent(generation) || !attempt.runtime().isRegistered(incarnation)) {
            return Optional.of(new Refusal.StaleGeneration(scene.facts()));
        }
        return Optional.empty();
    }

    private static boolean fits(ReportControl command, Attempt attempt) {
        Optional<Operation> named = command.operation()
                .flatMap(attempt.operations()::find)
                .filter(each -> each.generation() == command.generation());
        return switch (command.conclusion().boundary()) {
            case ADMISSION_CLOSED ->
                command.operation().isEmpty()
                        && attempt.gate() == Gate.CLOSED
                        && attempt.operations()
                                .active()
                                .filter(each -> !each.kind().isProbe())
                                .isEmpty();
            case SETUP_PROCESS_GROUP ->
                named.filter(each -> each.kind().equals(OperationKind.PREPARATION))
                        .filter(each -> each.isActive() || each.prepared().isPresent())
                        .isPresent();
            case WORKLOAD ->
                named.filter(each -> each.kind().runsTheWork() && each.isActive())
                        .isPresent();
        };
    }
}
