// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All operations that an attempt has ever admitted, in that order, so that a late repetition does not run work twice. One of
 * them is active at most.
 */
public record Operations(List<Operation> all, Optional<OperationId> lastCompleted) {
    /** Most operations of one attempt. */
    public static final int MAX = 1_000;

    static final Operations NONE = new Operations(List.of(), Optional.empty());

    public Operations {
        all = List.copyOf(all);
    }

    public Optional<Operation> active() {
        return all.stream().filter(Operation::isActive).findFirst();
    }

    public Optional<Operation> find(OperationId id) {
        return all.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    Optional<Operation> byKey(String key) {
        return all.stream().filter(each -> each.key().equals(key)).findFirst();
    }

    /** The newest probe of a generation that was completed. */
    Optional<Operation> probeOf(long generation) {
        return all.reversed().stream()
                .filter(each -> each.kind().isProbe() && each.generation() == generation && each.isDone())
                .findFirst();
    }

    /** Whether a generation has brought its workspace. */
    boolean hasPrepared(long generation) {
        return all.stream()
                .anyMatch(each ->
                        each.generation() == generation && each.prepared().isPresent());
    }

    Operations admitted(Operation operation) {
        List<Operation> more = new ArrayList<>(all);
        more.add(operation);
        return new Operations(more, lastCompleted);
    }

    Operations with(Operation changed) {
        return new Operations(
                all.stream()
                        .map(each -> each.id().equals(changed.id()) ? changed : each)
                        .toList(),
                changed.isDone() ? Optional.of(changed.id()) : lastCompleted);
    }
}
