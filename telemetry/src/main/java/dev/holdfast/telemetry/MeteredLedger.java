// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Settle;
import dev.holdfast.runtime.spi.Listener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A ledger that counts what another one decides, and shows its pools. {@code docs/metrics.md} has every name.
 *
 * <p>Decisions and failures are passed on as they are, and after they are there; a registry that throws costs its metrics
 * and nothing else. With {@link OpenTelemetryTelemetry}, submissions carry the context of their trace, which is no part of
 * their intent; nothing else is changed. What is submitted or settled in a caller's own transaction does not come by here,
 * and is in the gauges only.
 *
 * <p>One telemetry is for one ledger: the gauges of a second one would take the place of the first one's. Thread-safe.
 */
public final class MeteredLedger extends ForwardingLedger {
    /** How often pools are looked at: as often as metrics are usually collected, and rarely enough to cost nothing. */
    public static final Duration REFRESH = Duration.ofSeconds(15);

    private final Telemetry telemetry;
    private final Shield shield = new Shield();
    private final TagNames names = new TagNames();
    private final LongSupplier nanos = System::nanoTime;
    private final Recorder recorder;
    private final Ends ends;
    private final Calls calls;
    private final Refresh refresh;
    private final Optional<Subscription> told;

    private MeteredLedger(Ledger ledger, Telemetry telemetry) {
        super(ledger);
        this.telemetry = telemetry;
        this.recorder = new Recorder(telemetry, shield);
        this.ends = new Ends(recorder, names);
        Delays delays = new Delays(recorder, names);
        TickDelays ticks = new TickDelays(recorder, names);
        Decided decided = new Decided(recorder, names, ends, delays, ticks);
        this.told = ledger.onEnd(end -> shield.run(() -> ends.ended(end)));
        // Where others decide, they count the ends, those of settlements without an answer too.
        Consumer<Settle> unanswered = told.isPresent() ? ends::unanswered : settle -> {};
        this.calls = new Calls(recorder, decided, unanswered, telemetry.traces(), shield, nanos);
        this.refresh = new Refresh(ledger, recorder, names, List.of(delays::measure, ticks::measure), shield);
    }

    /** {@link #over(Ledger, Telemetry, Duration)} every {@link #REFRESH}. */
    public static MeteredLedger over(Ledger ledger, Telemetry telemetry) {
        return over(ledger, telemetry, REFRESH);
    }

    /**
     * Counts what {@code ledger} decides from now on, and closes it when it is closed itself.
     *
     * @param refresh how often its pools are looked at, on a thread of this ledger; longer than zero
     */
    public static MeteredLedger over(Ledger ledger, Telemetry telemetry, Duration refresh) {
        MeteredLedger metered = new MeteredLedger(ledger, telemetry);
        metered.refresh.start(refresh);
        return metered;
    }

    /** For {@code WorkerOptions.withListener}: measures the runs of a worker that works on this ledger. */
    public Listener listener() {
        return listener(Listener.NONE);
    }

    /** Like {@link #listener()}, and {@code next} is told everything too. */
    public Listener listener(Listener next) {
        return new RunWatch(recorder, names, ends, telemetry.traces(), shield, nanos, next);
    }

    /** Looks at the pools, and measures delays, now and on this thread. Does not throw. */
    public void refresh() {
        refresh.now();
    }

    @Override
    @SuppressWarnings("unchecked") // every command is answered by a decision of its own type
    public <R extends Decision> R submit(Command<R> command) {
        return (R) calls.call(List.of(command), sent -> List.of(ledger.submit(sent.getFirst())))
                .getFirst();
    }

    @Override
    public List<Decision> submitAll(List<? extends Command<?>> commands) {
        return commands.isEmpty() ? ledger.submitAll(commands) : calls.call(commands, ledger::submitAll);
    }

    @Override
    public void close() {
        refresh.close();
        told.ifPresent(Subscription::close);
        super.close();
    }
}
