// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Attempts and series as the commands of a batch change them, one after the other. */
final class AttemptBatch {
    private final AttemptsPage page;
    private final Map<AttemptId, Attempt> changed = new LinkedHashMap<>();
    private final Map<ExecutionOwnerId, Series> series = new LinkedHashMap<>();
    private final Map<AttemptsAsk.Request, AttemptId> requests = new LinkedHashMap<>();

    AttemptBatch(AttemptsPage page) {
        this.page = page;
    }

    Optional<Attempt> find(AttemptId id) {
        return Optional.ofNullable(changed.get(id))
                .or(() -> Optional.ofNullable(page.attempts().get(id)));
    }

    Optional<Series> series(ExecutionOwnerId owner) {
        return Optional.ofNullable(series.get(owner))
                .or(() -> Optional.ofNullable(page.series().get(owner)));
    }

    Optional<Attempt> of(AttemptsAsk.Request request) {
        return Optional.ofNullable(requests.get(request))
                .or(() -> Optional.ofNullable(page.requests().get(request)))
                .map(id -> find(id).orElseThrow());
    }

    Scene scene(AttemptCommand<?> command) {
        Optional<Attempt> attempt = find(command.attempt());
        Optional<ExecutionOwnerId> owner = attempt.map(Attempt::owner).or(command::named);
        return new Scene(page.now(), attempt, owner.flatMap(this::series).map(Series::active));
    }

    /** A decision that leaves all as it is, such as a renewal sent twice at once, is nothing to save. */
    void change(Attempt after) {
        if (!find(after.id()).equals(Optional.of(after))) {
            changed.put(after.id(), after.nextVersion());
        }
    }

    void create(Attempt created, Series longer) {
        changed.put(created.id(), created);
        series.put(longer.owner(), longer);
        requests.put(new AttemptsAsk.Request(created.owner(), created.origin().requestKey()), created.id());
    }

    AttemptChanges changes() {
        List<AttemptChanges.OfAttempt> attempts = new ArrayList<>();
        changed.forEach((id, after) -> attempts.add(
                new AttemptChanges.OfAttempt(Optional.ofNullable(page.attempts().get(id)), after)));
        List<AttemptChanges.OfSeries> longer = new ArrayList<>();
        series.forEach((owner, after) -> longer.add(
                new AttemptChanges.OfSeries(Optional.ofNullable(page.series().get(owner)), after)));
        return new AttemptChanges(attempts, longer);
    }
}
