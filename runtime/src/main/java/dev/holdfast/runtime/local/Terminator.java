// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.runtime.local.LocalProcesses.Termination;
import dev.holdfast.runtime.logic.Monotonic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Ends processes: TERM to all, a grace, then KILL until none is found twice in a row. Twice, because a process that is born
 * while the list is read may be missing from it once; its parent, or it, is in the next list.
 *
 * <p>The first KILL comes after the whole list was read, with all descendants: some may have got rid of their mark and are only
 * found under their ancestors. From then on each is killed as soon as it is seen, before it can start another one and end; and
 * where something had to be killed like that, more empty lists are wanted: it may have left a successor that the list has not.
 */
final class Terminator {
    /** How long KILL may take: only a process that waits for a device resists it. */
    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    /** How many lists in a row have to be empty where something spawned faster than a list was read. */
    private static final int WANTED_AFTER_CHASE = 5;

    private static final Monotonic CLOCK = Monotonic.system();
    private static final Duration FIRST_LOOK = Duration.ofMillis(1);
    private static final Duration SLOWEST_LOOK = Duration.ofMillis(20);

    private final Search search;
    private final Map<Long, ProcessHandle> known = new LinkedHashMap<>();
    private final Set<Long> killed = new HashSet<>();
    private int wanted = 2;

    /** Gives what runs now, each as soon as it is seen. */
    interface Search {
        void each(Consumer<ProcessHandle> found);
    }

    /** @param search descendants of what it finds, and what was found once, go with it */
    Terminator(Search search) {
        this.search = search;
    }

    Termination terminate(Duration grace) throws InterruptedException {
        Collection<ProcessHandle> first = running(false);
        first.forEach(ProcessHandle::destroy);
        boolean quiet = awaitNone(grace, false) || awaitNone(KILL_LIMIT, true);
        return new Termination(first.size(), killed.size(), quiet);
    }

    private boolean awaitNone(Duration limit, boolean kill) throws InterruptedException {
        long from = CLOCK.nanos();
        long pause = FIRST_LOOK.toNanos();
        int empty = 0;
        boolean atOnce = false;
        while (true) {
            Collection<ProcessHandle> running = running(atOnce);
            atOnce = kill;
            empty = running.isEmpty() ? empty + 1 : 0;
            if (empty >= wanted) {
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

    private Collection<ProcessHandle> running(boolean killAtOnce) {
        List<ProcessHandle> roots = new ArrayList<>();
        search.each(root -> {
            if (killAtOnce) {
                kill(root);
                wanted = WANTED_AFTER_CHASE;
            }
            roots.add(root);
        });
        // Parents first: a shell whose command is ended goes on with the next one.
        roots.sort(Comparator.comparingLong(ProcessHandle::pid));
        for (ProcessHandle root : roots) {
            known.put(root.pid(), root);
            root.descendants().forEach(each -> known.put(each.pid(), each));
        }
        known.values().removeIf(process -> !runs(process));
        return known.isEmpty()
                ? roots
                : List.copyOf(known.values()); // what was found was there, even if it is gone by now
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
