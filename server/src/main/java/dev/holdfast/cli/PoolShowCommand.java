// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.document.DocumentFormat;
import dev.holdfast.document.PoolDocument;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast pool show}. */
@Command(
        name = "show",
        description = {
            "Show a pool: its policy, counts, what is used of its limits, workers.",
            "--yaml and --json print the document that 'pool set' reads."
        },
        mixinStandardHelpOptions = true)
final class PoolShowCommand implements Callable<Integer> {
    @Mixin
    private PoolArgument pool;

    @Option(names = "--yaml", description = "print YAML")
    private boolean yaml;

    @Option(names = "--sources", description = "say where each value came from, also of those that are the defaults")
    private boolean sources;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        if (yaml && output.isJson()) {
            throw new CliException(ExitCode.USAGE, "--yaml and --json are two forms of the same; say one");
        }
        try (Ledger open = ledger.openExisting()) {
            PoolSnapshot snapshot = open.ask(new ShowPool(pool.id())).orElseThrow(pool::unknown);
            if (yaml || output.isJson()) {
                Map<String, Object> document = PoolDocument.write(snapshot.pool(), PoolViews.state(snapshot));
                output.out().print((yaml ? DocumentFormat.YAML : DocumentFormat.JSON).write(document));
                output.out().flush();
            } else {
                output.print(PoolViews.lines(snapshot, sources));
            }
        }
        return ExitCode.DONE;
    }
}
