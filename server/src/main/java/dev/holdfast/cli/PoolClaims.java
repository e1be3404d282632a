// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolUnknown;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast pool pause} and {@code holdfast pool resume}. */
abstract class PoolClaims implements Callable<Integer> {
    @Mixin
    private PoolArgument pool;

    @Mixin
    private Reason reason;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    private final boolean paused;

    private PoolClaims(boolean paused) {
        this.paused = paused;
    }

    @Command(
            name = "pause",
            description = "Give out no more work of a pool. What runs goes on and may end.",
            mixinStandardHelpOptions = true)
    static final class Pause extends PoolClaims {
        private Pause() {
            super(true);
        }
    }

    @Command(name = "resume", description = "Give out work of a paused pool again.", mixinStandardHelpOptions = true)
    static final class Resume extends PoolClaims {
        private Resume() {
            super(false);
        }
    }

    @Override
    public final Integer call() {
        try (Ledger open = ledger.openExisting()) {
            PoolDecision decision = open.submit(new PausePool(pool.id(), paused, actor.name(), reason.text()));
            if (decision instanceof PoolUnknown) {
                throw pool.unknown();
            }
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("pool", pool.id().value());
            members.put("answer", sentence(decision));
            output.print(members);
        }
        return ExitCode.DONE;
    }

    private String sentence(PoolDecision decision) {
        if (decision instanceof PoolDecision.Repeated) {
            return paused ? "it was paused already" : "it was not paused";
        }
        return paused ? "paused: nothing of it is given out until 'holdfast pool resume'" : "resumed";
    }
}
