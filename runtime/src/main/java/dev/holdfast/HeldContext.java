// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Fence;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Submission;
import dev.holdfast.runtime.definition.Definition;
import java.util.Map;
import java.util.Optional;

/** A handler's view of its claim. */
final class HeldContext implements WorkContext {
    private final Held held;
    private final Optional<Definition> definition;

    HeldContext(Held held, Optional<Definition> definition) {
        this.held = held;
        this.definition = definition;
    }

    @Override
    public WorkId work() {
        return held.grant().work();
    }

    @Override
    public PoolId pool() {
        return held.grant().pool();
    }

    @Override
    public Fence fence() {
        return held.grant().fence();
    }

    @Override
    public int attempt() {
        return held.grant().attempt();
    }

    @Override
    public int life() {
        return held.grant().life();
    }

    @Override
    public Submission submission() {
        return held.grant().submission();
    }

    @Override
    public Map<String, String> labels() {
        return submission().labels();
    }

    @Override
    public Optional<Definition> definition() {
        return definition;
    }

    @Override
    public boolean begun() {
        return held.mustBegin();
    }

    @Override
    public boolean cancelled() {
        return held.isCancelled();
    }

    @Override
    public void checkpoint() {
        if (held.isLost()) {
            throw new ClaimLost(work(), fence());
        }
    }

    @Override
    public System.Logger log() {
        return System.getLogger("dev.holdfast.handler."
                + submission().requirements().eligibility().kind());
    }
}
