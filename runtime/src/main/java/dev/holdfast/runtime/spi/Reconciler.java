// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

/**
 * Finds out what became of runs whose outcome is not known, for one kind of work: asks the other system, reads its log,
 * looks at what should be there. Called on a virtual thread of its own, for several questions at once, and again for a
 * question that it could not answer or whose worker died.
 *
 * <p>It only looks. Whatever it does to the effect itself is nobody's claim and no fence covers it.
 *
 * @param <T> the type of the payload of the work that is asked about
 */
@FunctionalInterface
public interface Reconciler<T> {
    /**
     * Answers with evidence. What it throws leaves the question open; it is asked again as the pool's policy says, until
     * attempts are used up. Then the question waits for a person.
     *
     * @param payload of the work that is asked about
     */
    Reconciliation reconcile(T payload, Question question) throws Exception;
}
