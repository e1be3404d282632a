// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * What there is at the provider. All that is said here needs the current claim.
 *
 * <pre>
 * record       1 the attempt has another provider   ForeignProvider, also to a stale claim
 *              AUTH
 *              2 this / another allocation known    Duplicate / AllocationConflict
 *              3 Recorded: claimable when just made, active, unsettled and open; also on a settled attempt
 * evolve       1 the two are of different providers, or the attempt has another one   ForeignProvider
 *              AUTH, NotFound for another owner
 *              2 no allocation                      NotAllocated
 *              3 the next one is known              AlreadyEvolved
 *              4 another one is known               Stale
 *              5 Evolved
 * termination  AUTH
 *              1 no allocation                      NotAllocated
 *              2 Recorded: the first evidence stands
 * </pre>
 */
final class AllocationRules {
    private AllocationRules() {}

    static AttemptRuling<RecordAllocation.Decided> record(RecordAllocation command, Scene scene) {
        if (isForeign(command.ref(), scene)) {
            return AttemptRuling.unchanged(new Refusal.ForeignProvider(scene.facts()));
        }
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        if (!(attempt.stage() instanceof Stage.Provisioning provisioning)) {
            return AttemptRuling.unchanged(
                    attempt.stage().allocation().equals(Optional.of(command.ref()))
                            ? new RecordAllocation.Duplicate()
                            : new Refusal.AllocationConflict(scene.facts()));
        }
        boolean claimable =
                !command.discovered() && scene.isActive() && !attempt.isSettled() && attempt.gate() == Gate.OPEN;
        Stage allocated = new Stage.Allocated(
                provisioning.descriptor(), provisioning.operation().dueNow(scene.now()), command.ref(), claimable);
        return AttemptRuling.changed(attempt.with(allocated), new RecordAllocation.Recorded(claimable));
    }

    static AttemptRuling<EvolveAllocation.Decided> evolve(EvolveAllocation command, Scene scene) {
        if (!command.current().provider().equals(command.next().provider()) || isForeign(command.next(), scene)) {
            return AttemptRuling.unchanged(new Refusal.ForeignProvider(scene.facts()));
        }
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim(), command.owner());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        Optional<AllocationRef> stored = attempt.stage().allocation();
        if (stored.isEmpty()) {
            return AttemptRuling.unchanged(new Refusal.NotAllocated(scene.facts()));
        }
        if (stored.get().equals(command.next())) {
            return AttemptRuling.unchanged(new EvolveAllocation.AlreadyEvolved());
        }
        if (!stored.get().equals(command.current())) {
            return AttemptRuling.unchanged(new Refusal.Stale(scene.facts()));
        }
        return AttemptRuling.changed(
                attempt.with(attempt.stage().evolved(command.next())), new EvolveAllocation.Evolved());
    }

    static AttemptRuling<RecordTermination.Decided> terminated(RecordTermination command, Scene scene) {
        Optional<Refusal.Unauthorised> refused = Guards.auth(scene, command.claim());
        if (refused.isPresent()) {
            return AttemptRuling.unchanged(refused.get());
        }
        Attempt attempt = scene.attempt().orElseThrow();
        Optional<EvidenceNote> note = Optional.of(command.evidence());
        return switch (attempt.stage()) {
            case Stage.Pending pending -> AttemptRuling.unchanged(new Refusal.NotAllocated(scene.facts()));
            case Stage.Provisioning provisioning -> AttemptRuling.unchanged(new Refusal.NotAllocated(scene.facts()));
            case Stage.Allocated allocated -> {
                Attempt told = attempt.logged(scene.now(), Happened.TERMINATED, note);
                int first = told.log().written();
                Stage gone = new Stage.Terminated(
                        allocated.descriptor(), allocated.operation().dueNow(scene.now()), allocated.ref(), first);
                yield AttemptRuling.changed(told.with(gone), new RecordTermination.Recorded(first));
            }
            case Stage.Terminated gone -> {
                long generation = gone.operation().generation();
                boolean said = attempt.log()
                                .entry(gone.evidence())
                                .flatMap(EvidenceLog.Entry::note)
                                .equals(note)
                        || attempt.log().saysAlready(Happened.TERMINATED_AGAIN, generation, note);
                RecordTermination.Decided recorded = new RecordTermination.Recorded(gone.evidence());
                yield said
                        ? AttemptRuling.unchanged(recorded)
                        : AttemptRuling.changed(attempt.logged(scene.now(), Happened.TERMINATED_AGAIN, note), recorded);
            }
        };
    }

    /** Where there is no attempt there is no provider yet to differ from; one that was not begun differs from all. */
    private static boolean isForeign(AllocationRef ref, Scene scene) {
        return scene.attempt()
                .filter(attempt -> attempt.stage()
                        .described()
                        .filter(known -> known.provider().equals(ref.provider()))
                        .isEmpty())
                .isPresent();
    }
}
