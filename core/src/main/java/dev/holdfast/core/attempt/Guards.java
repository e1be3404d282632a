// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Optional;

/**
 * The two groups of guards that many commands share. The order is part of the contract.
 *
 * <pre>
 * AUTH(claim)     1 no attempt, or no provider operation     NotFound
 *                 2 closed                                   Resolved
 *                 3 generation, controller or secret differ  Stale
 * REACH(owner)    1 no attempt of this owner                 NotFound
 *                 2 settled                                  Resolved
 *                 3 another attempt is active                Fenced
 *                 4 no allocation, or it is gone             NotAllocated
 * </pre>
 *
 * <p>A lease that is over is no guard: whoever was not replaced is still in charge.
 */
final class Guards {
    private Guards() {}

    static Optional<Refusal.Unauthorised> auth(Scene scene, ProviderClaim claim) {
        Optional<ProviderOperation> operation =
                scene.attempt().flatMap(each -> each.stage().provider());
        if (operation.isEmpty()) {
            return Optional.of(scene.notFound());
        }
        if (scene.attempt().filter(Attempt::isClosed).isPresent()) {
            return Optional.of(new Refusal.Resolved(scene.facts()));
        }
        return operation.get().authorises(claim) ? Optional.empty() : Optional.of(new Refusal.Stale(scene.facts()));
    }

    /** AUTH, and that the attempt is of the owner whom the caller means. */
    static Optional<Refusal.Unauthorised> auth(Scene scene, ProviderClaim claim, ExecutionOwnerId owner) {
        return auth(scene, claim)
                .or(() -> scene.of(owner).isPresent() ? Optional.empty() : Optional.of(scene.notFound()));
    }

    static Optional<Refusal.Unreachable> reach(Scene scene, ExecutionOwnerId owner) {
        Optional<Attempt> attempt = scene.of(owner);
        if (attempt.isEmpty()) {
            return Optional.of(scene.notFound());
        }
        if (attempt.get().isSettled()) {
            return Optional.of(new Refusal.Resolved(scene.facts()));
        }
        if (!scene.isActive()) {
            return Optional.of(new Refusal.Fenced(scene.facts()));
        }
        return attempt.get().stage() instanceof Stage.Allocated
                ? Optional.empty()
                : Optional.of(new Refusal.NotAllocated(scene.facts()));
    }
}
