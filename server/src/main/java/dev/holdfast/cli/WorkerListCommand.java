// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast worker list}. */
@Command(name = "list", description = "List workers that are alive, by id.", mixinStandardHelpOptions = true)
final class WorkerListCommand implements Callable<Integer> {
    @Option(names = "--pool", paramLabel = "POOL", description = "only those that offer to run work of this pool")
    private String pool;

    @Option(names = "--all", description = "also those that are dead or whose lease has run out")
    private boolean all;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            // A worker may offer several pools.
            Map<String, Map<String, Object>> rows = new TreeMap<>();
            for (PoolSnapshot snapshot : snapshots(open)) {
                snapshot.workers().stream()
                        .filter(worker -> all || worker.isLive(snapshot.now()))
                        .forEach(worker -> rows.put(worker.id().value(), PoolViews.worker(worker, snapshot.now())));
            }
            output.print(
                    new ArrayList<>(rows.values()),
                    List.of("worker", "state", "pools", "kinds", "maxClaims", "leaseLeft"));
        }
        return ExitCode.DONE;
    }

    private List<PoolSnapshot> snapshots(Ledger open) {
        Optional<PoolId> only = Optional.ofNullable(pool).map(PoolId::new);
        if (only.isPresent()) {
            return List.of(open.ask(new ShowPool(only.get())).orElseThrow(() -> PoolArgument.unknown(only.get())));
        }
        return open.ask(new ListPools()).stream()
                .map(Pool::id)
                .map(id -> open.ask(new ShowPool(id)))
                .flatMap(Optional::stream)
                .toList();
    }
}
