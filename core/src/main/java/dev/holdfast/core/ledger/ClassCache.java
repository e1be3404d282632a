// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which eligibility classes of a pool a worker fits, as far as claims of this process have seen. Only a hint for what to
 * load: a claim that meets a class beyond the mark asks about it and learns.
 */
final class ClassCache {
    private record Key(PoolId pool, WorkerId worker) {}

    private record Known(Set<Integer> classes, int mark) {}

    /** Bounds the memory of a server that sees many short-lived workers; what is forgotten is learnt again in one round. */
    private static final int MAX_ENTRIES = 10_000;

    private final Map<Key, Known> known = new ConcurrentHashMap<>();

    ClaimAsk ask(ClaimWork command) {
        Known hint = known.getOrDefault(new Key(command.pool(), command.worker()), new Known(Set.of(), 0));
        return ClaimAsk.first(command, hint.classes(), hint.mark());
    }

    void learn(ClaimStep step) {
        if (step instanceof ClaimStep.Take take && take.again().isPresent()) {
            ClaimAsk ask = take.again().get();
            if (known.size() >= MAX_ENTRIES) {
                known.clear();
            }
            known.put(
                    new Key(ask.command().pool(), ask.command().worker()),
                    new Known(Set.copyOf(ask.classes()), ask.classMark()));
        }
    }
}
