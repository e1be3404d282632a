// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

/**
 * Runs units of one kind. Called on a virtual thread of its own, for several units at once.
 *
 * <p>A handler may be called again for a unit that it has run before: its worker may have died before the ledger learned
 * of the end. What that means for the effect is what {@link HandlerOptions#guarantee()} and
 * {@link HandlerOptions#recovery()} say.
 *
 * @param <T> the type of the payload
 */
@FunctionalInterface
public interface Handler<T> {
    /**
     * Does the work. What it throws gives the unit back, with nothing known about the effect: it is run again as the pool's
     * policy says or, where it has to be asked about, waits for evidence. An {@link Error} also makes the worker unhealthy:
     * it takes no more work, because the next unit would likely meet the same fate.
     */
    Outcome run(T payload, WorkContext context) throws Exception;
}
