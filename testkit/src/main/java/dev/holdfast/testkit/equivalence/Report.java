// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.testkit.ManualClock;
import dev.holdfast.testkit.ScenarioWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The scenario file of a difference, with the answers of the measure.
 *
 * @param steps of the history before it was cut down
 * @param again whether what is left of it failed once more
 */
record Report(Path folder, long seed, int steps, boolean again) {
    Path write(Difference difference, List<Step> history) {
        ScenarioWriter writer = new ScenarioWriter(
                "Equivalence, seed " + seed + ": " + difference.candidate().name() + " differs from "
                        + difference.measure().name() + " at the last line.",
                RandomClaims.SECRET_NAMES);
        writer.remark("Cut down from " + steps + " steps. The answers below are those of "
                + difference.measure().name() + ".");
        writer.remark(again ? "Instead:" : "What is left did not fail again; this was the difference:");
        writer.remark(difference.describe());
        for (Step step : history) {
            switch (step) {
                case Step.Pass pass -> writer.pass(pass.duration());
                case Step.Give give -> give(writer, give);
            }
        }
        if (difference.isQuestion()) {
            writer.ask(difference.asked());
        }
        return written(answered(writer, difference.measure()));
    }

    private static void give(ScenarioWriter writer, Step.Give give) {
        int size = give.commands().size();
        if (size > 1) {
            writer.remark("");
            writer.remark("The next " + size + " commands went in one batch:");
        }
        for (Command<?> command : give.commands()) {
            writer.give(command);
        }
    }

    private static String answered(ScenarioWriter writer, Candidate measure) {
        ManualClock clock = new ManualClock();
        try (Ledger ledger = measure.open().apply(clock)) {
            return writer.answeredBy(ledger, clock);
        } catch (AssertionError | RuntimeException e) {
            writer.remark("");
            writer.remark("Without answers, because playing it failed: " + e.getMessage());
            return writer.text();
        }
    }

    private Path written(String text) {
        Path file = folder.resolve("seed-" + seed + ".txt");
        try {
            Files.createDirectories(folder);
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }
}
