// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of execution attempts: work on infrastructure that the ledger has others provide.
 *
 * <p>An <em>owner</em> has a series of attempts; one of them is active. Of each attempt two things are kept apart, because
 * they end at different times. The <em>attempt</em> says what the canonical answer is and whether work may still start. The
 * <em>provider operation</em> says who may act on the infrastructure now, and what is still owed there. An attempt is
 * <em>settled</em> when its answer is final, and <em>closed</em> when, besides, there is evidence that nothing is left at the
 * provider: an accepted outcome does not forget what has to be cleaned up.
 *
 * <p>A state carries what is legal in it, and nothing else:
 *
 * <pre>
 * Attempt        Origin       who, which one of the series, what to do, until when a runtime has to be there
 *                Stage        Pending | Provisioning | Allocated | Terminated: the debt follows from it, nobody chooses it
 *                Settlement   ByOutcome | WithoutOutcome, with the number of the evidence that authorised it
 *                Gate         OPEN, later CLOSED: whether an operation may still start
 *                RuntimeState      generation, endpoint (None | Registered | Lost), the incarnations that never return
 *                Operations   all that were ever admitted, by admission key; one of them is active at most
 *                Cancellation the first request to stop, and what runtimes said to it
 *                EvidenceLog  bounded, append-only; what authorised something is never dropped
 * </pre>
 *
 * <p>Three fences stand on it: a generation with a claim secret for who acts on the provider ({@link ProviderClaim}), a
 * generation for the process that runs the work ({@link RuntimeState}), and the gate. An outcome needs no claim: whoever holds the
 * provider operation has no say in the answer. What is said about the provider always needs the current claim, and that an
 * allocation is gone takes positive proof: a lease that ran out, an empty listing, an error prove nothing.
 *
 * <p>Guards stand in a fixed order, headed in each rules class; the order is part of the contract. Two groups are shared by
 * many commands and exist once, in {@link Guards}: AUTH and REACH. Every refusal carries all {@link Facts}, so that who is
 * refused knows what to do next without asking again. What others would throw in a race of two callers (an id that is taken, a
 * foreign provider) is a decision here too, at its place in the order: one call may carry commands of many callers, and one of
 * them must not undo the others. Exceptions are for commands that nobody could mean; they are thrown where the command is made.
 *
 * <p>Everything from outside comes with the command: ids, secrets, durations. Whether a lease still runs is judged by the
 * ledger's clock alone. Instants that callers send are evidence, kept as they were written and never compared.
 */
@NullMarked
package dev.holdfast.core.attempt;

import org.jspecify.annotations.NullMarked;
