// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.List;

/** The lines of one row of docs/performance.md. */
record RowGroup(String id, Lines lines) {
    /** Measures what the lines need. */
    @FunctionalInterface
    interface Lines {
        List<Row> measure(Bench bench) throws InterruptedException;
    }

    /** In the order of the table. */
    static final List<RowGroup> ALL = List.of(
            new RowGroup("E1", ExecutionRows::oneKey),
            new RowGroup("E2", ExecutionRows::manyKeys),
            new RowGroup("E3", ExecutionRows::javaPeers),
            new RowGroup("E4", BareRows::sameLoop),
            new RowGroup("E5", SlotRows::smallWorkers),
            new RowGroup("E6", FlatRows::backlog),
            new RowGroup("E7", FlatRows::keys),
            new RowGroup("E8", SnapshotRows::held),
            new RowGroup("E9", EnqueueRows::enqueue),
            new RowGroup("E10", LatencyRows::enqueueToStart),
            new RowGroup("E11", FlatRows::history),
            new RowGroup("E12", FlatRows::hotDomain),
            new RowGroup("E13", PoolerRows::transactionMode),
            new RowGroup("E17", CostRows::log),
            new RowGroup("E18", CostRows::processor),
            new RowGroup("peers", PeerRows::others));
}
