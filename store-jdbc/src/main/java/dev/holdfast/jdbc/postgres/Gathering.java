// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Small submissions that arrive while others of their pool are under way travel together, in one transaction: many threads
 * that submit one unit each share the round trip and the wait for the disk. Nobody waits for company. What is sent
 * together is sent once and waits for nobody's key; when that fails, for whatever reason, each goes on alone. Thread-safe.
 */
final class Gathering {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.postgres");

    /** Larger calls gain nothing from company. */
    private static final int SMALL = 16;

    private static final int MOST_CALLS = 256;

    /** As long as fewer are under way, nobody has to wait. */
    private static final int FEW = 2;

    /** A key that somebody's long transaction is inserting is waited for alone. */
    private static final String KEY_WAIT = "50ms";

    private final Database database;
    private final Map<PoolId, Line> lines = new ConcurrentHashMap<>();

    Gathering(Database database) {
        this.database = database;
    }

    /** What one caller submits. */
    private static final class Call {
        final List<NewUnit> units;
        /** Whether the caller, who waited, is to send it, with all that wait by then; if not, somebody has sent it. */
        final CompletableFuture<Boolean> leads = new CompletableFuture<>();

        /** Empty when it has to go on alone. */
        volatile Optional<List<Insertion>> answer = Optional.empty();

        Call(List<NewUnit> units) {
            this.units = units;
        }
    }

    List<Insertion> insert(PoolId pool, List<NewUnit> units) {
        if (units.size() > SMALL) {
            return alone(pool, units);
        }
        Line line = lines.computeIfAbsent(pool, Line::new);
        Call call = new Call(units);
        if (line.enter(call) || call.leads.join()) {
            line.lead(call);
        }
        return call.answer.orElseGet(() -> alone(pool, units));
    }

    private List<Insertion> alone(PoolId pool, List<NewUnit> units) {
        return new Insertions(database, pool).insert(units);
    }

    /** The calls of one pool. */
    private final class Line {
        private final PoolId pool;
        private final Deque<Call> waiting = new ArrayDeque<>();
        private int underWay;

        Line(PoolId pool) {
            this.pool = pool;
        }

        /** Whether the call is to be sent at once. */
        synchronized boolean enter(Call call) {
            if (underWay < FEW) {
                underWay++;
                return true;
            }
            waiting.add(call);
            return false;
        }

        /** Sends the call with those that wait by now. */
        void lead(Call first) {
            List<Call> calls = take(first);
            try {
                send(calls);
            } catch (Insertions.Unsent e) {
                LOG.log(System.Logger.Level.DEBUG, "submissions that were sent together go on alone", e);
            } finally {
                calls.forEach(call -> call.leads.complete(false));
                ended(calls.size());
            }
        }

        private void send(List<Call> calls) {
            List<NewUnit> units =
                    calls.stream().flatMap(call -> call.units.stream()).toList();
            if (units.stream()
                    .anyMatch(unit -> unit.revision() != units.getFirst().revision())) {
                return; // one insertion is made on one revision
            }
            List<Insertion> insertions = new Insertions(database, pool).insertOnce(units, KEY_WAIT);
            int from = 0;
            for (Call call : calls) {
                int to = from + call.units.size();
                call.answer = Optional.of(insertions.subList(from, to));
                from = to;
            }
        }

        private synchronized List<Call> take(Call first) {
            List<Call> calls = new ArrayList<>(1 + waiting.size());
            calls.add(first);
            while (calls.size() < MOST_CALLS && !waiting.isEmpty()) {
                calls.add(waiting.removeFirst());
                underWay++;
            }
            return calls;
        }

        private synchronized void ended(int calls) {
            underWay -= calls;
            if (underWay < FEW && !waiting.isEmpty()) {
                underWay++;
                waiting.removeFirst().leads.complete(true);
            }
        }
    }
}
