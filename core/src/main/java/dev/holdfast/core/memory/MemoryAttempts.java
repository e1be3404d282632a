// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptChanges;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.AttemptSave;
import dev.holdfast.core.attempt.AttemptsAsk;
import dev.holdfast.core.attempt.AttemptsPage;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.Series;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.AttemptShelf;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.LedgerClock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/** Attempts in maps, behind the lock of the {@link MemoryShelf}. */
final class MemoryAttempts implements AttemptShelf {
    private final ReentrantLock lock;
    private final LedgerClock clock;
    private final Map<AttemptId, Attempt> attempts = new HashMap<>();
    private final Map<ExecutionOwnerId, Series> series = new HashMap<>();
    private final Map<AttemptsAsk.Request, AttemptId> requests = new HashMap<>();

    MemoryAttempts(ReentrantLock lock, LedgerClock clock) {
        this.lock = lock;
        this.clock = clock;
    }

    @Override
    public <R> R decide(AttemptsAsk ask, Function<AttemptsPage, AttemptSave<R>> rule) {
        return locked(() -> {
            AttemptSave<R> save = rule.apply(page(ask));
            save.changes().attempts().forEach(this::keep);
            save.changes().series().forEach(this::keep);
            return save.answer();
        });
    }

    private AttemptsPage page(AttemptsAsk ask) {
        Map<AttemptId, Attempt> found = new LinkedHashMap<>();
        Map<ExecutionOwnerId, Series> theirs = new LinkedHashMap<>();
        Map<AttemptsAsk.Request, AttemptId> known = new LinkedHashMap<>();
        ask.requests().forEach(request -> get(requests, request).ifPresent(id -> known.put(request, id)));
        ask.attempts().forEach(id -> get(attempts, id).ifPresent(each -> found.put(id, each)));
        known.values().forEach(id -> get(attempts, id).ifPresent(each -> found.put(id, each)));
        ask.owners().forEach(owner -> get(series, owner).ifPresent(each -> theirs.put(owner, each)));
        found.values().forEach(each -> get(series, each.owner()).ifPresent(its -> theirs.put(each.owner(), its)));
        theirs.values()
                .forEach(each -> get(attempts, each.active()).ifPresent(active -> found.put(active.id(), active)));
        return new AttemptsPage(clock.now(), found, theirs, known);
    }

    private void keep(AttemptChanges.OfAttempt change) {
        Attempt after = change.after();
        attempts.put(after.id(), after);
        if (change.before().isEmpty()) {
            requests.put(new AttemptsAsk.Request(after.owner(), after.origin().requestKey()), after.id());
        }
    }

    boolean isEmpty() {
        return attempts.isEmpty();
    }

    List<Captured.OfAttempt> captured() {
        return attempts.values().stream().map(Captured.OfAttempt::new).sorted().toList();
    }

    /** Those of an owner in their order. */
    void restore(Attempt attempt) {
        keep(new AttemptChanges.OfAttempt(Optional.empty(), attempt));
        series.put(
                attempt.owner(),
                new Series(attempt.owner(), attempt.id(), attempt.origin().ordinal()));
    }

    private void keep(AttemptChanges.OfSeries change) {
        series.put(change.after().owner(), change.after());
    }

    @Override
    public Optional<ShowAttempt.Shown> find(AttemptId attempt) {
        return locked(() -> get(attempts, attempt).map(found -> new ShowAttempt.Shown(found, isActive(found))));
    }

    private boolean isActive(Attempt attempt) {
        return get(series, attempt.owner())
                .filter(its -> its.active().equals(attempt.id()))
                .isPresent();
    }

    @Override
    public List<Attempt> of(ExecutionOwnerId owner) {
        return locked(() -> attempts.values().stream()
                .filter(each -> each.owner().equals(owner))
                .sorted(Comparator.comparingInt(each -> each.origin().ordinal()))
                .toList());
    }

    @Override
    public OpenAttempts.Found open(OpenAttempts query) {
        return locked(() -> {
            Moment now = clock.now();
            List<Attempt> found = attempts.values().stream()
                    .filter(each -> query.wants(each, now))
                    .sorted(Comparator.comparing(OpenAttempts.Cursor::of))
                    .limit(query.limit() + 1L)
                    .toList();
            List<Attempt> page = found.stream().limit(query.limit()).toList();
            return new OpenAttempts.Found(
                    page,
                    found.size() > page.size()
                            ? Optional.of(OpenAttempts.Cursor.of(page.getLast()))
                            : Optional.empty());
        });
    }

    @Override
    public List<Attempt> due(DueAttempts query) {
        return locked(() -> {
            Moment now = clock.now();
            return attempts.values().stream()
                    .filter(each -> each.due().filter(due -> !due.isAfter(now)).isPresent())
                    .sorted(Comparator.<Attempt, Moment>comparing(
                                    each -> each.due().orElseThrow())
                            .thenComparing(Attempt::id))
                    .limit(query.limit())
                    .toList();
        });
    }

    private static <K, V> Optional<V> get(Map<K, V> map, K key) {
        return Optional.ofNullable(map.get(key));
    }

    private <R> R locked(Supplier<R> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
