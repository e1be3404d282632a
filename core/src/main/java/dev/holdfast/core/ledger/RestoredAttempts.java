// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.SeriesCheck;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Attempts on their way into a store, checked one by one against those of the same owner that came before. They go on as they
 * stand: a lease that was over is over, and nothing else proves anything about infrastructure.
 */
final class RestoredAttempts {
    private final Set<AttemptId> ids = new HashSet<>();
    private final List<Attempt> series = new ArrayList<>();

    /** @throws CapturedInvalid when there can be no such attempt at this place */
    Captured.OfAttempt checked(Captured.OfAttempt part) {
        Attempt attempt = part.attempt();
        if (!ids.add(attempt.id())) {
            throw new CapturedInvalid("attempt " + attempt.id() + " is there twice");
        }
        if (!series.isEmpty() && !series.getLast().owner().equals(attempt.owner())) {
            series.clear();
        }
        series.add(attempt);
        SeriesCheck.fault(series).ifPresent(fault -> {
            throw new CapturedInvalid(fault);
        });
        return part;
    }
}
