// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * Who may act on the infrastructure.
 *
 * <pre>
 * begin        1 no such attempt of this owner           NotFound
 *              2 not the active attempt                  Fenced
 *              3 settled                                 Resolved
 *              4 allocated                               AlreadyAllocated
 *              5 begun by this request, not taken over   AlreadyYours
 *              6 the gate is closed by a request to cancel  Fenced
 *              7 provisioning                            AlreadyProvisioning
 *              8 Started: generation 1
 * renew        AUTH, Renewed
 * take over    1 no attempt or operation                 NotFound
 *              2 closed                                  Resolved
 *              3 held by this controller and secret      AlreadyYours
 *              4 held, lease running                     Stale
 *              5 TakenOver: generation + 1
 * hand off     1 given back by this claim               AlreadyHandedOff
 *              AUTH, HandedOff
 * uncertainty  AUTH, Recorded; the newest evidence sent again counts once
 * </pre>
 */
final class ProviderRules {
    private ProviderRules() {}

    static AttemptRuling<BeginProvisioning.Decided> begin(BeginProvisioning command, Scene scene) {
        Optional<Attempt> found = scene.of(command.owner());
        if (found.isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        Attempt attempt = found.get();
        if (!scene.isActive()) {
            return AttemptRuling.unchanged(new Refusal.Fenced(scene.facts()));
        }
        if (attempt.isSettled()) {
            return AttemptRuling.unchanged(new Refusal.Resolved(scene.facts()));
        }
        if (attempt.status() == Status.ALLOCATED) {
            return AttemptRuling.unchanged(new Refusal.AlreadyAllocated(scene.facts()));
        }
        if (attempt.stage() instanceof Stage.Provisioning begun && isSame(begun, command)) {
            return AttemptRuling.unchanged(new BeginProvisioning.AlreadyYours(Facts.Hold.of(begun.operation())));
        }
        if (attempt.gate() == Gate.CLOSED) {
            return AttemptRuling.unchanged(new Refusal.Fenced(scene.facts()));
        }
        if (attempt.status() == Status.PROVISIONING) {
            return AttemptRuling.unchanged(new Refusal.AlreadyProvisioning(scene.facts()));
        }
        Descriptor descriptor = new Descriptor(
                command.provider(),
                command.lifetime(),
                command.provisioner(),
                command.environment(),
                command.labels(),
                command.requestKey(),
                scene.now());
        ProviderOperation operation =
                ProviderOperation.begun(command.controller(), command.secret().digest(), command.lease(), scene.now());
        return AttemptRuling.changed(
                attempt.with(new Stage.Provisioning(descriptor, operation)),
                new BeginProvisioning.Started(Facts.Hold.of(operation)));
    }

    private static boolean isSame(Stage.Provisioning begun, BeginProvisioning command) {
        return begun.descriptor().requestKey().equals(command.requestKey())
                && begun.operation().generation() == 1
                && begun.operation()
                        .isHeldBy(command.controller(), command.secret().digest());
    }

    static AttemptRuling<RenewProvider.Decided> renew(RenewProvider command, Scene scene) {
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        ProviderOperation renewed =
                operation(attempt).renewed(command.claim(), scene.now().plus(command.lease()));
        return AttemptRuling.changed(attempt.with(renewed), new RenewProvider.Renewed(Facts.Hold.of(renewed)));
    }

    static AttemptRuling<TakeOverProvider.Decided> takeOver(TakeOverProvider command, Scene scene) {
        Optional<ProviderOperation> stored =
                scene.attempt().flatMap(each -> each.stage().provider());
        if (stored.isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        if (attempt.isClosed()) {
            return AttemptRuling.unchanged(new Refusal.Resolved(scene.facts()));
        }
        if (stored.get().isHeldBy(command.controller(), command.secret().digest())) {
            return AttemptRuling.unchanged(new TakeOverProvider.AlreadyYours(Facts.Hold.of(stored.get())));
        }
        if (!stored.get().isFree(scene.now())) {
            return AttemptRuling.unchanged(new Refusal.Stale(scene.facts()));
        }
        ProviderOperation taken = stored.get()
                .takenOver(
                        command.controller(),
                        command.secret().digest(),
                        scene.now().plus(command.lease()));
        return AttemptRuling.changed(
                attempt.with(taken),
                new TakeOverProvider.TakenOver(
                        Facts.Hold.of(taken), attempt.stage().obligation().orElseThrow()));
    }

    static AttemptRuling<HandOffProvider.Decided> handOff(HandOffProvider command, Scene scene) {
        if (scene.attempt()
                .flatMap(each -> each.stage().provider())
                .filter(stored -> stored.wasReleasedBy(command.claim()))
                .isPresent()) {
            return AttemptRuling.unchanged(new HandOffProvider.AlreadyHandedOff());
        }
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        Attempt after = attempt.with(operation(attempt).released(command.claim()));
        return AttemptRuling.changed(
                command.evidence().isPresent()
                        ? after.logged(scene.now(), Happened.HANDED_OFF, command.evidence())
                        : after,
                new HandOffProvider.HandedOff());
    }

    static AttemptRuling<RecordUncertainty.Decided> uncertain(RecordUncertainty command, Scene scene) {
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        ProviderOperation before = operation(attempt);
        Optional<EvidenceNote> note = Optional.of(command.evidence());
        if (attempt.log().saysAlready(Happened.UNCERTAIN, before.generation(), note)) {
            return AttemptRuling.unchanged(new RecordUncertainty.Recorded(before.failures(), before.dueAt()));
        }
        ProviderOperation failed = before.failed(scene.now());
        return AttemptRuling.changed(
                attempt.with(failed).logged(scene.now(), Happened.UNCERTAIN, note),
                new RecordUncertainty.Recorded(failed.failures(), failed.dueAt()));
    }

    static ProviderOperation operation(Attempt attempt) {
        return attempt.stage().provider().orElseThrow();
    }
}
