// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.work.Settle;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Watches calls of a ledger. The caller gets what the ledger gave, whatever becomes of the watching. Thread-safe. */
final class Calls {
    private final Recorder recorder;
    private final Decided decided;
    private final Consumer<Settle> unanswered;
    private final Traces traces;
    private final Shield shield;
    private final LongSupplier nanos;

    /** @param unanswered told of every settlement that got no answer */
    Calls(
            Recorder recorder,
            Decided decided,
            Consumer<Settle> unanswered,
            Traces traces,
            Shield shield,
            LongSupplier nanos) {
        this.recorder = recorder;
        this.decided = decided;
        this.unanswered = unanswered;
        this.traces = traces;
        this.shield = shield;
        this.nanos = nanos;
    }

    /** @param send to the ledger */
    List<Decision> call(
            List<? extends Command<?>> commands, Function<List<? extends Command<?>>, List<Decision>> send) {
        Traces.Call trace = shield.get(() -> traces.begin(commands)).orElseGet(() -> Traces.NONE.begin(commands));
        long start = nanos.getAsLong();
        List<Decision> decisions;
        try {
            decisions = send.apply(trace.commands());
        } catch (RuntimeException | Error e) {
            long took = nanos.getAsLong() - start;
            shield.run(() -> failed(commands, e, took));
            shield.run(() -> trace.failed(e));
            throw e;
        }
        long took = nanos.getAsLong() - start;
        shield.run(() -> answered(commands, decisions, took));
        shield.run(() -> trace.answered(decisions));
        return decisions;
    }

    private void answered(List<? extends Command<?>> commands, List<Decision> decisions, long took) {
        recorder.add(Instrument.CALL_DURATION, took, Words.ofCommands(commands), "answered");
        for (int i = 0; i < decisions.size(); i++) {
            decided.count(commands.get(i), decisions.get(i));
        }
    }

    private void failed(List<? extends Command<?>> commands, Throwable failure, long took) {
        for (Command<?> command : commands) {
            if (command instanceof Settle settle) {
                unanswered.accept(settle);
            }
        }
        recorder.add(Instrument.CALL_DURATION, took, Words.ofCommands(commands), outcome(failure));
    }

    private static String outcome(Throwable failure) {
        return switch (failure) {
            case LedgerUnavailable unavailable -> "unavailable";
            case OutcomeUnknown unknown -> "unknown";
            case LedgerBroken broken -> "broken";
            default -> "failed";
        };
    }
}
