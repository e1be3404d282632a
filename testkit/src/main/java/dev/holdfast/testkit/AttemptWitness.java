// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Sees all attempts of the owners that commands have named, after each of them, and whether they became so lawfully. */
final class AttemptWitness {
    private final Set<ExecutionOwnerId> owners = new TreeSet<>();
    private final Map<AttemptId, Attempt> seen = new TreeMap<>();

    /** The ledger must be at rest: it is asked more than once. */
    void look(Ledger ledger, AttemptCommand<?> command) {
        command.named().ifPresent(owners::add);
        for (ExecutionOwnerId owner : owners) {
            List<Attempt> series = ledger.ask(new ListAttempts(owner));
            AttemptInvariants.check(series);
            for (Attempt attempt : series) {
                boolean active = attempt.equals(series.getLast());
                assertThat(ledger.ask(new ShowAttempt(attempt.id())))
                        .as("listed and shown")
                        .contains(new ShowAttempt.Shown(attempt, active));
                Attempt before = seen.put(attempt.id(), attempt);
                if (before != null) {
                    AttemptTransitions.check(before, attempt);
                }
            }
        }
    }

    List<Attempt> attempts() {
        return new ArrayList<>(seen.values());
    }
}
