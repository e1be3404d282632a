// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast work list}. */
@Command(name = "list", description = "List units of work, oldest first.", mixinStandardHelpOptions = true)
final class WorkListCommand implements Callable<Integer> {
    @Option(names = "--pool", paramLabel = "POOL", description = "only of this pool")
    private String pool;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "only in these states: queued, claimed, uncertain, succeeded, failed, cancelled, poisoned")
    private Set<Status> states = EnumSet.allOf(Status.class);

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "at most so many, 1 to 1000 (default: 50)")
    private int limit;

    @Option(
            names = "--after",
            paramLabel = "CURSOR",
            defaultValue = "0",
            description = "go on where the last list ended")
    private long after;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        if (limit < 1 || limit > FindWork.MAX) {
            throw new CliException(ExitCode.USAGE, "--limit is 1 to " + FindWork.MAX + ", not " + limit);
        }
        FindWork query =
                new FindWork(Optional.ofNullable(pool).map(PoolId::new), states, Optional.empty(), after, limit);
        try (Ledger open = ledger.openExisting()) {
            FindWork.Found found = open.ask(query);
            List<Map<String, Object>> rows =
                    found.units().stream().map(Views::line).toList();
            output.print(rows, List.of("work", "pool", "state", "reason", "payload"));
            found.next().ifPresent(next -> output.err().println("more: --after " + next));
        }
        return ExitCode.DONE;
    }
}
