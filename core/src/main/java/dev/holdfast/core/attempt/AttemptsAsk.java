// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What has to be loaded for a batch of commands: these attempts, the attempts of these requests, the series of these owners
 * and of the owners of all loaded attempts, and the active attempts of these owners. Unknown ones are left out.
 */
public record AttemptsAsk(Set<AttemptId> attempts, Set<ExecutionOwnerId> owners, Set<Request> requests) {
    /** A request to create an attempt: the two as a pair, never as one text. */
    public record Request(ExecutionOwnerId owner, String key) {}

    public static AttemptsAsk of(Collection<? extends AttemptCommand<?>> commands) {
        Set<AttemptId> attempts = new LinkedHashSet<>();
        Set<ExecutionOwnerId> owners = new LinkedHashSet<>();
        Set<Request> requests = new LinkedHashSet<>();
        for (AttemptCommand<?> command : commands) {
            attempts.add(command.attempt());
            command.named().ifPresent(owners::add);
            if (command instanceof CreateAttempt create) {
                requests.add(new Request(create.owner(), create.requestKey()));
            }
        }
        return new AttemptsAsk(attempts, owners, requests);
    }
}
