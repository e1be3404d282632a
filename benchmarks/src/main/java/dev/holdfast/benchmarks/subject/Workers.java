// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.HandlerOptions;
import dev.holdfast.Holdfast;
import dev.holdfast.Outcome;
import dev.holdfast.SubmitOptions;
import dev.holdfast.WorkerOptions;
import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.benchmarks.run.SteadyLoad;
import dev.holdfast.benchmarks.run.Windows;
import dev.holdfast.core.ledger.Ledger;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** What applications use: the runtime's worker with {@code concurrency} slots, whose handler does nothing. */
final class Workers {
    private static final int SUBMITTER_CONNECTIONS = 8;
    private static final String LEASE_SECONDS = "30";

    private Workers() {}

    /** Counts runs of the handler over a backlog; joins one with {@code prepare=false}. */
    static void execute(Arguments given, Parent parent) throws Exception {
        Arguments arguments = given.with("lease", LEASE_SECONDS);
        int backlog = arguments.number("backlog", 100_000);
        LongAdder ran = new LongAdder();
        try (Ledger ledger = Prepared.open(arguments, backlog, 4)) {
            parent.ready();
            try (Holdfast worker = Holdfast.over(ledger)) {
                start(worker, arguments, payload -> ran.increment());
                Windows.of(arguments, backlog).measure(ran::sum, parent);
            }
        }
    }

    /** From just before the submission to the start of the handler, at {@code rate} a second, between two ledgers. */
    static void latency(Arguments given, Parent parent) throws Exception {
        Arguments arguments = given.with("lease", LEASE_SECONDS);
        try (Ledger ledger = Prepared.open(arguments, 0, 4);
                Ledger other = LedgerSource.of(arguments).open(SUBMITTER_CONNECTIONS);
                Holdfast submitter = Holdfast.over(ledgerOf(arguments, ledger, other))) {
            SteadyLoad load = SteadyLoad.of(arguments);
            try (Holdfast worker = Holdfast.over(ledger)) {
                start(
                        worker,
                        arguments,
                        payload -> load.started(ByteBuffer.wrap(payload).getLong()));
                parent.ready();
                SubmitOptions options = SubmitOptions.none().pool(Units.POOL.value());
                load.run(
                        sentAt -> submitter.submit(
                                Units.KIND,
                                ByteBuffer.allocate(Long.BYTES).putLong(sentAt).array(),
                                options),
                        parent);
            }
        }
    }

    /** A ledger in memory is one only for those who share it. */
    private static Ledger ledgerOf(Arguments arguments, Ledger ledger, Ledger other) {
        return arguments.text("ledger", "postgres").equals("memory") ? ledger : other;
    }

    private static void start(Holdfast worker, Arguments arguments, Consumer<byte[]> handler) {
        worker.handle(
                Units.KIND, byte[].class, HandlerOptions.DEFAULT.withPool(Units.POOL.value()), (payload, context) -> {
                    handler.accept(payload);
                    return Outcome.done();
                });
        worker.start(WorkerOptions.DEFAULT.withConcurrency(arguments.number("concurrency", 16)));
    }
}
