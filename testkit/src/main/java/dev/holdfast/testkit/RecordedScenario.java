// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.Recorded;
import dev.holdfast.core.ledger.Recording;
import dev.holdfast.core.ledger.ScenarioMaker;
import dev.holdfast.core.memory.MemoryLedger;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Makes a scenario of a recording: its commands, and between them the time that passed. See {@link Sayable} for what is
 * told in other words. A command that no answer came to is sent where its answer should have come.
 *
 * <p>Thread-safe: keeps nothing.
 */
public final class RecordedScenario implements ScenarioMaker {
    /** For {@link java.util.ServiceLoader}. */
    public RecordedScenario() {}

    @Override
    public Made make(String shows, Recording recording) {
        Sayable sayable = new Sayable();
        ScenarioWriter writer = new ScenarioWriter(
                shows,
                IntStream.rangeClosed(1, recording.recorded().size())
                        .mapToObj(Sayable::secretName)
                        .toList());
        if (recording.forgotten() > 0) {
            writer.remark(recording.forgotten() + " older commands are not in the recording");
        }
        ManualClock clock = new ManualClock();
        int same = 0;
        int decisions = 0;
        try (Ledger ledger = MemoryLedger.create(clock)) {
            Optional<Moment> before = Optional.empty();
            for (Recorded recorded : recording.recorded()) {
                before.map(earlier -> recorded.at().since(earlier))
                        .filter(passed -> !passed.isZero())
                        .ifPresent(passed -> {
                            writer.pass(passed);
                            clock.advance(passed);
                        });
                before = Optional.of(recorded.at());
                Command<?> command = sayable.of(recorded.command());
                writer.give(command);
                Decision decision = ledger.submit(command);
                if (recorded.decision().isPresent()) {
                    decisions++;
                    same += decision.getClass().equals(recorded.decision().get().getClass()) ? 1 : 0;
                }
            }
        }
        ManualClock again = new ManualClock();
        try (Ledger ledger = MemoryLedger.create(again)) {
            return new Made(writer.answeredBy(ledger, again), same, decisions);
        }
    }
}
