// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ListDomains;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast domain list}. */
@Command(
        name = "list",
        description = "List the domains of the ledger; those without a pool are shared.",
        mixinStandardHelpOptions = true)
final class DomainListCommand implements Callable<Integer> {
    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            output.print(
                    open.ask(new ListDomains()).stream().map(DomainViews::line).toList(),
                    List.of("domain", "pool", "revision", "claims", "resources", "quarantineShare"));
        }
        return ExitCode.DONE;
    }
}
