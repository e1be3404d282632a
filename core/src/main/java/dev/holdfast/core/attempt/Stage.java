// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/** How far an attempt got at its provider, whatever its answer is. Only goes on, never back. */
public sealed interface Stage {
    /** No provider was asked. */
    record Pending() implements Stage {}

    /** A provider was asked, or may have been. */
    record Provisioning(Descriptor descriptor, ProviderOperation operation) implements Provided {}

    /**
     * There is an allocation.
     *
     * @param claimable whether a runtime may be let in there: the attempt was active and open when the allocation was
     *     recorded, and is so still
     */
    record Allocated(Descriptor descriptor, ProviderOperation operation, AllocationRef ref, boolean claimable)
            implements Provided {}

    /**
     * There was an allocation.
     *
     * @param evidence number of the evidence that it is gone
     */
    record Terminated(Descriptor descriptor, ProviderOperation operation, AllocationRef ref, int evidence)
            implements Provided {}

    /** All but pending. */
    sealed interface Provided extends Stage {
        Descriptor descriptor();

        ProviderOperation operation();
    }

    default Optional<ProviderOperation> provider() {
        return this instanceof Provided provided ? Optional.of(provided.operation()) : Optional.empty();
    }

    default Optional<Descriptor> described() {
        return this instanceof Provided provided ? Optional.of(provided.descriptor()) : Optional.empty();
    }

    default Optional<AllocationRef> allocation() {
        return switch (this) {
            case Pending pending -> Optional.empty();
            case Provisioning provisioning -> Optional.empty();
            case Allocated allocated -> Optional.of(allocated.ref());
            case Terminated terminated -> Optional.of(terminated.ref());
        };
    }

    default Optional<Obligation> obligation() {
        return switch (this) {
            case Pending pending -> Optional.empty();
            case Provisioning provisioning -> Optional.of(Obligation.PROVISIONING_RESOLUTION);
            case Allocated allocated -> Optional.of(Obligation.ALLOCATION_CONTROL);
            case Terminated terminated -> Optional.of(Obligation.TERMINAL_CONVERGENCE);
        };
    }

    default Status status() {
        return switch (this) {
            case Pending pending -> Status.PENDING;
            case Provisioning provisioning -> Status.PROVISIONING;
            case Allocated allocated -> Status.ALLOCATED;
            case Terminated terminated -> Status.ALLOCATED;
        };
    }

    /** The same stage with its provider operation in another state. */
    default Stage with(ProviderOperation operation) {
        return switch (this) {
            case Pending pending -> throw new IllegalStateException("pending attempts have no provider operation");
            case Provisioning(Descriptor descriptor, ProviderOperation before) ->
                new Provisioning(descriptor, operation);
            case Allocated(Descriptor descriptor, ProviderOperation before, AllocationRef ref, boolean claimable) ->
                new Allocated(descriptor, operation, ref, claimable);
            case Terminated(Descriptor descriptor, ProviderOperation before, AllocationRef ref, int evidence) ->
                new Terminated(descriptor, operation, ref, evidence);
        };
    }

    /** The same stage, its allocation known more exactly. */
    default Stage evolved(AllocationRef next) {
        return switch (this) {
            case Pending pending -> throw new IllegalStateException("pending attempts have no allocation");
            case Provisioning provisioning -> throw new IllegalStateException("this attempt has no allocation");
            case Allocated(Descriptor descriptor, ProviderOperation operation, AllocationRef ref, boolean claimable) ->
                new Allocated(descriptor, operation, next, claimable);
            case Terminated(Descriptor descriptor, ProviderOperation operation, AllocationRef ref, int evidence) ->
                new Terminated(descriptor, operation, next, evidence);
        };
    }

    /** Nobody is let in any more. */
    default Stage closedToRuntimes() {
        return this
                        instanceof
                        Allocated(Descriptor descriptor, ProviderOperation operation, AllocationRef ref, boolean any)
                ? new Allocated(descriptor, operation, ref, false)
                : this;
    }
}
