// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.ProviderId;
import java.util.Map;
import java.util.Optional;

/**
 * A provider of infrastructure: makes allocations, finds them again, ends them.
 *
 * <p>Every call carries a {@link ProviderFence} and may be made again, also by a later controller, also while an earlier call
 * is still under way: what it makes is one allocation for each attempt, however often it is asked. A provider refuses a fence
 * that it knows to be replaced with {@link ProvisionerUncertain}.
 *
 * <p>Whatever is ambiguous (an error, no answer in time, a listing that shows nothing) is {@link ProvisionerUncertain}. Only
 * what certainly was not asked for, or certainly is gone, is said to be absent.
 *
 * <p>Thread-safe. Calls may take long and end when their thread is interrupted.
 */
public interface Provisioner {
    ProviderId id();

    /** Whether its allocations end with the process that made them. */
    Lifetime lifetime();

    /** The process that calls the provider: this one. */
    IncarnationId incarnation();

    /** Where its allocations are: a name that means something to it, 1 to 200 visible characters. */
    String environment();

    /** What else a later process needs to find them, at most {@link Descriptor#MAX_LABELS}. */
    Map<String, String> labels();

    /**
     * Makes the allocation of an attempt, or finds the one that was made before.
     *
     * @throws ProvisionerUncertain when there may be one or not
     */
    Provisioned provision(ProvisionRequest request, ProviderFence fence)
            throws ProvisionerUncertain, InterruptedException;

    /**
     * Searches for the allocation of an attempt, completely, and makes none. Where that is possible, it also sees to it that
     * an earlier call that is still under way makes none.
     *
     * @throws ProvisionerUncertain when the search could not be made
     */
    Discovery discover(Descriptor descriptor, ProviderFence fence) throws ProvisionerUncertain, InterruptedException;

    /**
     * Keeps an eye on an allocation that is there, or was.
     *
     * @throws ProvisionerUncertain when it cannot be reached
     */
    Allocation attach(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain, InterruptedException;

    /** @throws ProvisionerUncertain when the provider did not answer */
    Inspection inspect(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain, InterruptedException;

    /**
     * Ends an allocation and all that is left of it; one that is gone is fine.
     *
     * @return proof that nothing is left
     * @throws ProvisionerUncertain when something may be left
     */
    EvidenceNote terminate(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain, InterruptedException;

    /** Proof that exactly this process, which called this provider, is gone; empty when there is none. */
    default Optional<EvidenceNote> proofOfLoss(IncarnationId provisioner) {
        return Optional.empty();
    }
}
