// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.EvidenceNote;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Keeps an eye on something that a {@link Provisioner} has made. About the infrastructure only: it knows nothing of readiness
 * or answers. Thread-safe.
 */
public interface Allocation extends AutoCloseable {
    /** As it was known when this was made. */
    AllocationRef ref();

    /**
     * Completes once, when the allocation has definitely ended, with what shows it; at once when it has ended before. Never
     * completes by an error, and says nothing of what was left behind.
     */
    CompletionStage<EvidenceNote> ended();

    /**
     * Calls {@code listener} whenever the allocation is known more exactly; at once when it is so before. The call comes on
     * any thread and has to return at once. Who holds the claim has it recorded.
     */
    default void onEvolution(Consumer<AllocationRef> listener) {}

    /** Looks no more. Changes nothing of the allocation; may be called again. */
    @Override
    void close();
}
