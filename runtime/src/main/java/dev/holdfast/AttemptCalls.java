// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.runtime.logic.AttemptAnswer;
import dev.holdfast.runtime.logic.AttemptStep;
import dev.holdfast.runtime.spi.Allocation;
import dev.holdfast.runtime.spi.Discovery;
import dev.holdfast.runtime.spi.ProviderFence;
import dev.holdfast.runtime.spi.ProvisionRequest;
import dev.holdfast.runtime.spi.Provisioned;
import dev.holdfast.runtime.spi.Provisioner;
import dev.holdfast.runtime.spi.ProvisionerUncertain;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes the calls that an attempt's brain wants, each on a thread of its own, and says what came of them: always something. */
final class AttemptCalls {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.attempt");

    private final Provisioner provisioner;
    private final AttemptOwner owner;
    private final LedgerClock wall;
    private final Driver driver;

    AttemptCalls(Provisioner provisioner, AttemptOwner owner, LedgerClock wall, Driver driver) {
        this.provisioner = provisioner;
        this.owner = owner;
        this.wall = wall;
        this.driver = driver;
    }

    /** @param say told once for the call, and for what a watched allocation says later; on any thread */
    void make(Custody custody, AttemptStep.Call call, Consumer<AttemptAnswer> say) {
        driver.launch(() -> {
            if (custody.enter()) {
                AttemptAnswer answer;
                try {
                    answer = answer(custody, call, say);
                } finally {
                    custody.exit();
                }
                say.accept(answer);
            }
        });
    }

    private AttemptAnswer answer(Custody custody, AttemptStep.Call call, Consumer<AttemptAnswer> say) {
        if (call instanceof AttemptStep.Converge(Attempt attempt)) {
            return converge(attempt);
        }
        if (driver.clock().nanos() >= custody.logic().trustedUntil()) {
            return uncertain("the claim could not be renewed in time; nothing was asked for");
        }
        try {
            return ask(custody, call, say);
        } catch (ProvisionerUncertain e) {
            return new AttemptAnswer.Uncertain(e.evidence());
        } catch (InterruptedException e) {
            return uncertain("the call was interrupted");
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a provisioner failed in a way that it must not", e);
            return uncertain("the provisioner failed: " + e.getClass().getSimpleName());
        }
    }

    private AttemptAnswer ask(Custody custody, AttemptStep.Call call, Consumer<AttemptAnswer> say)
            throws ProvisionerUncertain, InterruptedException {
        ProviderFence fence = custody.logic().fence().orElseThrow();
        return switch (call) {
            case AttemptStep.Provision(Attempt attempt, Descriptor descriptor) ->
                provision(
                        custody,
                        new ProvisionRequest(attempt.owner(), attempt.origin().instruction(), descriptor),
                        say);
            case AttemptStep.Discover(Descriptor descriptor) -> discover(descriptor, fence);
            case AttemptStep.Inspect(AllocationRef ref) -> new AttemptAnswer.Inspected(provisioner.inspect(ref, fence));
            case AttemptStep.Attach(AllocationRef ref) -> {
                watch(custody, provisioner.attach(ref, fence), say);
                yield new AttemptAnswer.Attached();
            }
            case AttemptStep.Terminate(AllocationRef ref) ->
                new AttemptAnswer.Terminated(provisioner.terminate(ref, fence));
            case AttemptStep.Converge(Attempt attempt) -> converge(attempt);
        };
    }

    private AttemptAnswer provision(Custody custody, ProvisionRequest request, Consumer<AttemptAnswer> say)
            throws ProvisionerUncertain, InterruptedException {
        ProviderFence fence = custody.logic().fence().orElseThrow();
        return switch (provisioner.provision(request, fence)) {
            case Provisioned.Allocated(Allocation allocation) -> {
                watch(custody, allocation, say);
                yield new AttemptAnswer.Allocated(allocation.ref());
            }
            case Provisioned.ConfirmedAbsent(EvidenceNote evidence) -> new AttemptAnswer.Refused(evidence);
        };
    }

    /** What a search leaves open, the end of whoever made it may close, where an allocation ends with its maker. */
    private AttemptAnswer discover(Descriptor descriptor, ProviderFence fence)
            throws ProvisionerUncertain, InterruptedException {
        Optional<EvidenceNote> lost = descriptor.lifetime() == Lifetime.PROVISIONER_PROCESS_BOUND
                ? provisioner.proofOfLoss(descriptor.provisioner())
                : Optional.empty();
        try {
            Discovery found = provisioner.discover(descriptor, fence);
            return found instanceof Discovery.Unknown && lost.isPresent()
                    ? new AttemptAnswer.Lost(lost.get())
                    : new AttemptAnswer.Discovered(found);
        } catch (ProvisionerUncertain e) {
            if (lost.isEmpty()) {
                throw e;
            }
            return new AttemptAnswer.Lost(lost.get());
        }
    }

    private static void watch(Custody custody, Allocation allocation, Consumer<AttemptAnswer> say) {
        custody.watch(allocation);
        allocation.onEvolution(ref -> say.accept(new AttemptAnswer.Evolved(ref)));
        var unused = allocation.ended().thenAccept(evidence -> say.accept(new AttemptAnswer.Ended(evidence)));
    }

    private AttemptAnswer converge(Attempt attempt) {
        try {
            owner.settled(attempt);
            return new AttemptAnswer.Converged();
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "owner {0} could not be told, trying again: {1}",
                    attempt.owner(),
                    e.toString());
            return new AttemptAnswer.NotConverged();
        }
    }

    private AttemptAnswer uncertain(String why) {
        return new AttemptAnswer.Uncertain(
                EvidenceNote.of("controller", why, wall.now().toString()));
    }
}
