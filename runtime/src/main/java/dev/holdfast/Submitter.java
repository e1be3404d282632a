// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WithdrawDecision;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes submissions of what callers say, and sees that the default pool is there. Thread-safe. */
final class Submitter {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ExactRetry exactRetry;
    private volatile boolean defaultPoolKnown;

    Submitter(ExactRetry exactRetry) {
        this.exactRetry = exactRetry;
    }

    /** A command without a key of its own gets one here, so that it can be sent again. */
    Submit command(String kind, Payload payload, HandlerOptions defaults, SubmitOptions options) {
        PoolId pool = options.pool().orElse(defaults.pool());
        Submission.Builder builder = Submission.of(kind, options.key().orElseGet(Submitter::drawKey))
                .payload(payload)
                .guarantee(defaults.guarantee())
                .recovery(defaults.recovery());
        options.apply(builder);
        return new Submit(pool, builder.build(), options.hold());
    }

    SubmitDecision submit(Submit command) {
        ensureDefaultPool(command.pool());
        return exactRetry.submit(command);
    }

    SubmitTogetherDecision submit(SubmitTogether command) {
        ensureDefaultPool(command.pool());
        return exactRetry.submit(command);
    }

    PromoteDecision promote(WorkId work) {
        return exactRetry.submit(new Promote(work));
    }

    WithdrawDecision withdraw(WorkId work, String actor, String reason) {
        return exactRetry.submit(new Withdraw(work, actor, reason));
    }

    PoolDecision define(DefinePool definition) {
        return exactRetry.submit(definition);
    }

    /** A policy that somebody else gave the default pool is respected. */
    void ensureDefaultPool(PoolId pool) {
        if (pool.equals(Holdfast.DEFAULT_POOL) && !defaultPoolKnown) {
            define(new DefinePool(pool, PoolPolicy.DEFAULT));
            defaultPoolKnown = true;
        }
    }

    private static IdempotencyKey drawKey() {
        HexFormat hex = HexFormat.of();
        return new IdempotencyKey(hex.toHexDigits(RANDOM.nextLong()) + hex.toHexDigits(RANDOM.nextLong()));
    }
}
