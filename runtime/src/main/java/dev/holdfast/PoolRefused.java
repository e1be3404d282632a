// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.PoolDecision;

/** A pool could not be defined as asked; nothing changed. */
public final class PoolRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient PoolDecision decision;

    PoolRefused(PoolId pool, PoolDecision decision) {
        super("pool " + pool + " was not defined: " + decision);
        this.decision = decision;
    }

    public PoolDecision decision() {
        return decision;
    }
}
