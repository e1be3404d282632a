// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.RecordDecision;
import dev.holdfast.core.work.RecordEvents;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast pool record}. */
@Command(
        name = "record",
        description = "Record what becomes of a pool's units, for 'holdfast events'. In a database as the owner.",
        mixinStandardHelpOptions = true)
final class PoolRecordCommand implements Callable<Integer> {
    @Mixin
    private PoolArgument pool;

    @Option(names = "--off", description = "record no longer; what was recorded stays")
    private boolean off;

    @Mixin
    private Reason reason;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        try (Ledger open = ledger.openExisting()) {
            RecordDecision decision = open.submit(new RecordEvents(pool.id(), !off, actor.name(), reason.text()));
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("pool", pool.id().value());
            members.put("answer", sentence(decision));
            output.print(members);
        }
        return ExitCode.DONE;
    }

    private String sentence(RecordDecision decision) {
        return switch (decision) {
            case RecordDecision.Recording on -> "recorded from now on";
            case RecordDecision.Stopped stopped -> "recorded no longer";
            case RecordDecision.Repeated same -> off ? "it was not recorded" : "it was recorded already";
            case PoolUnknown unknown -> throw pool.unknown();
        };
    }
}
