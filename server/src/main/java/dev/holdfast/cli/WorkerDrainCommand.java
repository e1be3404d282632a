// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.WorkerDead;
import dev.holdfast.core.work.WorkerDecision;
import dev.holdfast.core.work.WorkerUnknown;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast worker drain}. */
@Command(
        name = "drain",
        description = "Give a worker nothing new. What it runs goes on and may end.",
        mixinStandardHelpOptions = true)
final class WorkerDrainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "WORKER", description = "id of the worker, as 'worker list' shows it")
    private String worker;

    @Option(names = "--undo", description = "give it work again")
    private boolean undo;

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
        WorkerId id = new WorkerId(worker);
        try (Ledger open = ledger.openExisting()) {
            WorkerDecision decision = open.submit(new DrainWorker(id, !undo, actor.name(), reason.text()));
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("worker", id.value());
            members.put("answer", sentence(decision));
            output.print(members);
            return decision instanceof WorkerDead ? ExitCode.REFUSED : ExitCode.DONE;
        }
    }

    private String sentence(WorkerDecision decision) {
        return switch (decision) {
            case WorkerDecision.Draining draining -> "draining: it is given nothing new and ends what it runs";
            case WorkerDecision.Accepting accepting -> "it is given work again";
            case WorkerDecision.Repeated before -> undo ? "it was not draining" : "it was draining already";
            case WorkerDead dead -> "refused: it is dead, for ever; 'holdfast worker list' lists those that are alive";
            case WorkerUnknown none ->
                throw new CliException(
                        ExitCode.NOT_FOUND,
                        "there is no worker '" + worker + "'; 'holdfast worker list' lists those that are alive");
            case WorkerDecision.Registered other -> throw unexpected(decision);
            case WorkerDecision.OfferConflict other -> throw unexpected(decision);
            case WorkerDecision.Retired other -> throw unexpected(decision);
            case PoolUnknown other -> throw unexpected(decision);
        };
    }

    private static IllegalStateException unexpected(WorkerDecision decision) {
        return new IllegalStateException("a ledger does not answer drain with " + decision);
    }
}
