// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.runtime.spi.Inspection;
import dev.holdfast.runtime.spi.Inspection.Phase;
import dev.holdfast.runtime.spi.ProvisionerUncertain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What can be said of one attempt's command, and done to it, from here.
 *
 * <pre>
 * inspect  1 a status was written             Ended
 *          2 the door is closed               Absent
 *          3 out of sight                     Unknown
 *          4 the machine was started anew     Ended, the status is lost
 *          5 something carries the mark       Present
 *          6 nothing has begun yet            Unknown
 *          7 a status was written meanwhile   Ended
 *          8 not all can be found             Unknown
 *          9 otherwise                        Ended, the status is lost
 * </pre>
 */
final class Sight {
    private final AttemptFolder folder;
    private final AttemptProcesses processes;
    private final Evidence evidence;

    Sight(AttemptFolder folder, AttemptProcesses processes, Evidence evidence) {
        this.folder = folder;
        this.processes = processes;
        this.evidence = evidence;
    }

    Inspection look() throws IOException {
        OptionalInt status = folder.exit();
        if (status.isPresent()) {
            return ended(status.getAsInt());
        }
        AttemptFolder.Door door = folder.door();
        if (door == AttemptFolder.Door.CLOSED) {
            return new Inspection.Absent(evidence.of("no command has begun, and none will: the door is closed"));
        }
        return switch (view()) {
            case UNSEEN -> new Inspection.Unknown(evidence.of("its processes cannot be seen from here"));
            case GONE -> new Inspection.Ended(evidence.of("the machine was started anew since; the status is lost"));
            case SEEN -> look(door);
        };
    }

    private Inspection look(AttemptFolder.Door door) throws IOException {
        if (!processes.isQuiet()) {
            return new Inspection.Present(door == AttemptFolder.Door.BEGUN ? Phase.RUNNING : Phase.PROVISIONING);
        }
        if (door == AttemptFolder.Door.OPEN) {
            return new Inspection.Unknown(evidence.of("no command has begun so far", EvidenceNote.NOTHING_OBSERVED));
        }
        // It may have written the status and ended between the first look and the search.
        OptionalInt status = folder.exit();
        if (status.isPresent()) {
            return ended(status.getAsInt());
        }
        return processes.isComplete()
                ? new Inspection.Ended(evidence.of("no process has the mark; it was killed, the status is lost"))
                : new Inspection.Unknown(evidence.of("its starter died before it was written down"));
    }

    private Inspection ended(int status) {
        return new Inspection.Ended(evidence.of("ended with status " + status, "status-" + status));
    }

    private Place.View view() throws IOException {
        return folder.place().map(place -> place.from(Place.HERE)).orElse(Place.View.SEEN);
    }

    /** Closes the door, and ends what went through it before, until nothing is left. */
    EvidenceNote end(Duration grace) throws IOException, ProvisionerUncertain, InterruptedException {
        AttemptFolder.Door door = folder.close();
        return switch (view()) {
            case UNSEEN -> throw new ProvisionerUncertain(evidence.of("its processes cannot be seen from here"));
            case GONE -> evidence.of("the machine was started anew since");
            case SEEN -> end(door, grace);
        };
    }

    private EvidenceNote end(AttemptFolder.Door door, Duration grace)
            throws IOException, ProvisionerUncertain, InterruptedException {
        LocalProcesses.Termination done;
        try {
            done = new Terminator(this::eachRunning).terminate(grace);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (!done.quiet()) {
            throw new ProvisionerUncertain(evidence.of("something that carries the mark cannot be killed"));
        }
        if (door == AttemptFolder.Door.BEGUN && !processes.isComplete()) {
            throw new ProvisionerUncertain(evidence.of("its starter died before it was written down"));
        }
        String status = folder.exit().stream()
                .mapToObj(each -> "; the command had ended with status " + each)
                .findFirst()
                .orElse("");
        return evidence.of("asked " + done.asked() + " to end, killed " + done.killed()
                + "; two searches in a row found nothing" + status);
    }

    private void eachRunning(Consumer<ProcessHandle> found) {
        try {
            processes.each(found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
