// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.ShowDomain;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast domain show}. */
@Command(
        name = "show",
        description = "Show a domain: what it allows, how much of it is used, and by which pools.",
        mixinStandardHelpOptions = true)
final class DomainShowCommand implements Callable<Integer> {
    @Mixin
    private DomainArgument domain;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            DomainSnapshot found = open.ask(new ShowDomain(domain.name())).orElseThrow(domain::unknown);
            Map<String, Object> members = DomainViews.line(found.domain());
            members.putAll(output.isJson() ? DomainViews.state(found) : DomainViews.used(found));
            output.print(members);
        }
        return ExitCode.DONE;
    }
}
