// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast pool list}. */
@Command(name = "list", description = "List the pools of the ledger.", mixinStandardHelpOptions = true)
final class PoolListCommand implements Callable<Integer> {
    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            List<Map<String, Object>> rows = open.ask(new ListPools()).stream()
                    .map(pool -> open.ask(new ShowPool(pool.id())))
                    .flatMap(Optional::stream)
                    .map(PoolListCommand::row)
                    .toList();
            output.print(rows, List.of("pool", "queued", "held", "claimed", "uncertain", "ended", "workers", "paused"));
        }
        return ExitCode.DONE;
    }

    private static Map<String, Object> row(PoolSnapshot snapshot) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pool", snapshot.pool().id().value());
        row.put("queued", snapshot.count(Status.QUEUED));
        row.put("held", snapshot.count(Status.HELD));
        row.put("claimed", snapshot.count(Status.CLAIMED));
        row.put("uncertain", snapshot.count(Status.UNCERTAIN));
        row.put("ended", snapshot.ended());
        row.put("workers", snapshot.liveWorkers());
        row.put("paused", snapshot.pool().paused());
        return row;
    }
}
