// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.runtime.local.LocalProcesses.Termination;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Ends processes: TERM to all, a grace, then KILL until none is found twice in a row. Twice, because a process that is born
 * while the list is read may be missing from it once; its parent, or it, is in the next list.
 */
final class Terminator {
    /** How long KILL may take: only a process that waits for a device resists it. */
    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    private static final Monotonic CLOCK = Monotonic.system();
    private static final Duration FIRST_LOOK = Duration.ofMillis(1);
    private static final Duration SLOWEST_LOOK = Duration.ofMillis(20);

    private final Supplier<Collection<ProcessHandle>> find;
    private final Map<Long, ProcessHandle> known = new LinkedHashMap<>();
    private final Set<Long> killed = new HashSet<>();

    /** @param find what runs now; descendants of it, and what was found once, go with it */
    Terminator(Supplier<Collection<ProcessHandle>> find) {
        this.find = find;
    }

    Termination terminate(Duration grace) throws InterruptedException {
        Collection<ProcessHandle> first = running();
        first.forEach(ProcessHandle::destroy);
        boolean quiet = awaitNone(grace, false) || awaitNone(KILL_LIMIT, true);
        return new Termination(first.size(), killed.size(), quiet);
    }

    private boolean awaitNone(Duration limit, boolean kill) throws InterruptedException {
        long from = CLOCK.nanos();
        long pause = FIRST_LOOK.toNanos();
        int empty = 0;
        while (true) {
            Collection<ProcessHandle> running = running();
            empty = running.isEmpty() ? empty + 1 : 0;
            if (empty == 2) {
                return true;
            }
            if (kill) {
                running.forEach(this::kill);
            }
            if (empty == 0) {
                if (CLOCK.nanos() - from >= limit.toNanos()) {
                    return false;
                }
                LockSupport.parkNanos(pause);
                pause = Math.min(SLOWEST_LOOK.toNanos(), pause * 2);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void kill(ProcessHandle process) {
        killed.add(process.pid());
        process.destroyForcibly();
    }

    private Collection<ProcessHandle> running() {
        for (ProcessHandle root : find.get()) {
            known.put(root.pid(), root);
            root.descendants().forEach(each -> known.put(each.pid(), each));
        }
        known.values().removeIf(process -> !runs(process));
        return List.copyOf(known.values());
    }

    /** A zombie runs nothing, but counts as alive for the Java platform. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive()
                && (!ProcessStat.isAvailable()
                        || ProcessStat.of(process.pid())
                                .filter(ProcessStat::runs)
                                .isPresent());
    }
}
