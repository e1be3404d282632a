// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.client.document.RecordingFile;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.RecordingLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Records what a command sends to its ledger, if it was asked to, and writes the file when it is closed. */
public final class FlightRecorder implements AutoCloseable {
    private final Optional<Path> file;
    private Optional<RecordingLedger> recording = Optional.empty();

    private FlightRecorder(Optional<Path> file) {
        this.file = file;
    }

    /** @param file empty: records nothing */
    public static FlightRecorder into(Optional<Path> file) {
        return new FlightRecorder(file);
    }

    /** The ledger to use in the place of this one, which is closed with it. */
    public Ledger around(Ledger ledger) {
        recording = file.map(into -> new RecordingLedger(ledger, LedgerClock.system(), RecordingLedger.USUAL_CAPACITY));
        return recording.<Ledger>map(each -> each).orElse(ledger);
    }

    /**
     * Writes what was recorded.
     *
     * @throws CliException when the file cannot be written
     */
    @Override
    public void close() {
        if (recording.isPresent()) {
            Path into = file.orElseThrow();
            try {
                RecordingFile.write(into, recording.get().recording());
            } catch (IOException e) {
                throw new CliException(
                        ExitCode.USAGE, "the recording " + into + " cannot be written: " + e.getMessage());
            }
        }
    }
}
