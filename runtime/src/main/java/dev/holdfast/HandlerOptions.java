// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Recovery;
import java.util.OptionalInt;

/**
 * How a kind is run here. Pool, guarantee and recovery are also what {@link Holdfast#submit} gives to units of the kind
 * unless {@link SubmitOptions} say otherwise.
 *
 * @param pool where units of the kind wait
 * @param concurrency how many run at once in this process, apart from those of other kinds; empty: they share the pool's
 *     permits, see {@link WorkerOptions}
 * @param guarantee what the handler promises about its effect when a unit runs again
 * @param recovery what becomes of a unit whose worker died
 * @param interruptOnCancel whether the handler's thread is interrupted when somebody asks that the unit is cancelled
 */
public record HandlerOptions(
        PoolId pool, OptionalInt concurrency, Guarantee guarantee, Recovery recovery, boolean interruptOnCancel) {
    public static final HandlerOptions DEFAULT = new HandlerOptions(
            Holdfast.DEFAULT_POOL, OptionalInt.empty(), Guarantee.AT_LEAST_ONCE, Recovery.REDISPATCH, false);

    public HandlerOptions {
        WorkerOptions.checkConcurrency(concurrency.orElse(1));
    }

    public HandlerOptions withPool(String value) {
        return new HandlerOptions(new PoolId(value), concurrency, guarantee, recovery, interruptOnCancel);
    }

    /** @param value 1 to {@value WorkerOptions#MAX_CONCURRENCY} */
    public HandlerOptions withConcurrency(int value) {
        return new HandlerOptions(pool, OptionalInt.of(value), guarantee, recovery, interruptOnCancel);
    }

    public HandlerOptions withGuarantee(Guarantee value) {
        return new HandlerOptions(pool, concurrency, value, recovery, interruptOnCancel);
    }

    public HandlerOptions withRecovery(Recovery value) {
        return new HandlerOptions(pool, concurrency, guarantee, value, interruptOnCancel);
    }

    public HandlerOptions withInterruptOnCancel(boolean value) {
        return new HandlerOptions(pool, concurrency, guarantee, recovery, value);
    }
}
