// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.peer;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import dev.holdfast.benchmarks.run.Loops;
import dev.holdfast.benchmarks.run.Pace;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.benchmarks.run.SteadyLoad;
import dev.holdfast.benchmarks.run.Windows;
import java.util.List;

/** The process of one measurement of one peer: its name; execute, enqueue or latency; settings. */
public final class PeerMain {
    private static final int BULK = 1_000;

    private PeerMain() {}

    public static void main(String[] words) {
        Arguments arguments = Arguments.parse(List.of(words).subList(2, words.length));
        Parent.report(parent -> run(words[0], words[1], arguments, parent));
    }

    private static void run(String name, String what, Arguments arguments, Parent parent) throws Exception {
        Database database = Database.of(arguments);
        if (arguments.flag("prepare", true)) {
            Peer.create(name, database, arguments);
        }
        Peer peer = Peer.open(name, database, arguments);
        switch (what) {
            case "execute" -> execute(peer, database, arguments, parent);
            case "enqueue" -> enqueue(peer, arguments, parent);
            case "latency" -> latency(peer, arguments, parent);
            default -> throw new IllegalArgumentException("no such measurement: " + what);
        }
    }

    private static void execute(Peer peer, Database database, Arguments arguments, Parent parent) throws Exception {
        int backlog = arguments.number("backlog", 50_000);
        if (arguments.flag("prepare", true)) {
            peer.enqueueAll(backlog);
            database.settleDown();
        }
        parent.ready();
        peer.start();
        Windows.of(arguments, backlog).measure(Jobs::ran, parent);
        if (peer.remaining() == 0) {
            parent.figure("dry", 1);
        }
    }

    private static void enqueue(Peer peer, Arguments arguments, Parent parent) throws Exception {
        int threads = arguments.number("threads", 1);
        boolean bulk = arguments.flag("bulk", false) && peer.enqueuesInBulk();
        parent.ready();
        try (Loops loops = new Loops()) {
            for (int i = 0; i < threads; i++) {
                loops.start(() -> {
                    if (bulk) {
                        peer.enqueueAll(BULK);
                    } else {
                        peer.enqueue(0);
                    }
                    return bulk ? BULK : 1;
                });
            }
            Windows.of(arguments, Long.MAX_VALUE).measure(loops::done, parent);
        }
    }

    private static void latency(Peer peer, Arguments arguments, Parent parent) throws Exception {
        SteadyLoad load = SteadyLoad.of(arguments);
        Jobs.listen(load::started);
        peer.start();
        Pace.until(Pace.after(arguments.decimal("settle", 2)));
        parent.ready();
        load.run(peer::enqueue, parent);
    }
}
