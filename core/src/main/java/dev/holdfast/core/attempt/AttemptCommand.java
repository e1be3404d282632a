// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Command;
import java.util.Optional;

/**
 * A command about one execution attempt. Each may be sent twice: the second changes nothing.
 *
 * @param <R> the decisions that can answer it
 */
public sealed interface AttemptCommand<R extends AttemptDecision> extends Command<R>
        permits CreateAttempt, OwnedCommand, ProviderCommand, TakeOverProvider, CompleteOperation {
    AttemptId attempt();

    /** The owner that the command names, whose the attempt has to be. */
    default Optional<ExecutionOwnerId> named() {
        return Optional.empty();
    }
}
