// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.Answer;
import dev.holdfast.runtime.logic.Monotonic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The claims of one dispatcher on their way: ready (granted, waiting for a permit), running (with a permit), answered
 * (waiting to be told to the ledger). First in, first out, but for what is to run
 * here at once. Thread-safe.
 */
final class PoolClaims {
    private final ReentrantLock lock = new ReentrantLock();
    private final int permits;
    private final Monotonic clock;
    private final Deque<Held> ready = new ArrayDeque<>();
    private final Deque<Answered> answers = new ArrayDeque<>();
    private int running;
    private long movedAt;
    private long answeredAt;

    /**
     * How many are where.
     *
     * @param canGoOn whether the first ready one can have a permit
     * @param canBegin whether it must be begun besides
     * @param stuckSince when the last permit was given or came back, if ready ones wait for one; otherwise never
     * @param answeredSince since when the oldest answer waits; meaningless when there is none
     */
    record Counts(
            int ready,
            int running,
            int answers,
            boolean canGoOn,
            boolean canBegin,
            long stuckSince,
            long answeredSince) {}

    PoolClaims(int permits, Monotonic clock) {
        this.permits = permits;
        this.clock = clock;
    }

    Counts counts() {
        lock.lock();
        try {
            boolean canGoOn = running < permits && !ready.isEmpty();
            long stuckSince = ready.isEmpty() || canGoOn ? Monotonic.NEVER : movedAt;
            boolean canBegin = canGoOn && ready.peekFirst().mustBegin();
            return new Counts(ready.size(), running, answers.size(), canGoOn, canBegin, stuckSince, answeredAt);
        } finally {
            lock.unlock();
        }
    }

    void addReady(List<Held> granted) {
        lock.lock();
        try {
            ready.addAll(granted);
        } finally {
            lock.unlock();
        }
    }

    /** It goes before all that wait for a permit. */
    void addFirst(Held granted) {
        lock.lock();
        try {
            ready.addFirst(granted);
        } finally {
            lock.unlock();
        }
    }

    /** Whether one more could run now. */
    boolean hasPermit() {
        lock.lock();
        try {
            return running < permits;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a permit to the first ready one, unless that must be begun first. */
    Optional<Held> nextToStart() {
        lock.lock();
        try {
            if (running >= permits || ready.isEmpty() || ready.peekFirst().mustBegin()) {
                return Optional.empty();
            }
            return Optional.of(givePermit());
        } finally {
            lock.unlock();
        }
    }

    private Held givePermit() {
        running++;
        movedAt = clock.nanos();
        Held held = ready.removeFirst();
        held.permitted(movedAt);
        return held;
    }

    /** Gives permits to the first ready ones as long as they must be begun. */
    List<Held> nextToBegin() {
        lock.lock();
        try {
            List<Held> next = new ArrayList<>();
            while (running < permits && !ready.isEmpty() && ready.peekFirst().mustBegin()) {
                next.add(givePermit());
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** The permit is free again; an empty answer means that there is nothing to say. */
    void ended(Held held, Optional<Answer> answer, boolean called) {
        lock.lock();
        try {
            running--;
            movedAt = clock.nanos();
            long permitFor = called ? Math.max(1, movedAt - held.permittedAt()) : 0;
            answer.ifPresent(said -> add(new Answered(held, said, permitFor)));
        } finally {
            lock.unlock();
        }
    }

    private void add(Answered answered) {
        if (answers.isEmpty()) {
            answeredAt = clock.nanos();
        }
        answered.held().answered();
        answers.add(answered);
    }

    void say(Held held, Answer answer) {
        lock.lock();
        try {
            add(new Answered(held, answer, 0));
        } finally {
            lock.unlock();
        }
    }

    /** Gives back the ready ones that {@code reason} has a reason for. */
    void handBack(Function<Held, Optional<String>> reason) {
        lock.lock();
        try {
            for (Iterator<Held> each = ready.iterator(); each.hasNext(); ) {
                Held held = each.next();
                Optional<String> why = reason.apply(held);
                if (why.isPresent()) {
                    each.remove();
                    add(new Answered(held, Releases.notStarted(why.get()), 0));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    List<Answered> takeAnswers(int most) {
        lock.lock();
        try {
            if (answers.size() <= most) {
                List<Answered> all = List.copyOf(answers);
                answers.clear();
                return all;
            }
            List<Answered> some = new ArrayList<>(most);
            while (some.size() < most) {
                some.add(answers.removeFirst());
            }
            return some;
        } finally {
            lock.unlock();
        }
    }
}
