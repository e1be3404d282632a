// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a process ran, as far as its absence is to prove something. Written {@code boot.numbers.machine}.
 *
 * @param boot of the operating system
 * @param numbers the space of process numbers: each container has its own
 * @param machine stays over a boot; {@code none} when the machine has no name that can be trusted
 */
record Place(String boot, String numbers, String machine) {

    private static final String NONE = "none";

    static final Place HERE = here();

    /** What can be said from here of the processes of a place. */
    enum View {
        /** All of them can be seen. */
        SEEN,
        /** The machine was started anew since: all of them are gone. */
        GONE,
        UNSEEN
    }

    static Optional<Place> parse(String text) {
        String[] parts = text.strip().split("\\.");
        return parts.length == 3 ? Optional.of(new Place(parts[0], parts[1], parts[2])) : Optional.empty();
    }

    String text() {
        return boot + "." + numbers + "." + machine;
    }

    View from(Place here) {
        if (boot.equals(here.boot)) {
            return numbers.equals(here.numbers) ? View.SEEN : View.UNSEEN;
        }
        return !machine.equals(NONE) && machine.equals(here.machine) ? View.GONE : View.UNSEEN;
    }

    private static Place here() {
        Optional<String> host = read("/proc/sys/kernel/hostname");
        String boot = read("/proc/sys/kernel/random/boot_id").orElse("unknown");
        String machine = read("/etc/machine-id")
                .filter(id -> !id.isEmpty())
                .map(id -> digest("machine", id, host.orElse("")))
                .orElse(NONE);
        return new Place(digest("boot", boot), digest("numbers", numberSpace()), machine);
    }

    private static String numberSpace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    private static String digest(String... fields) {
        return Digest.ofFields(fields).shortText().substring(0, 12);
    }

    private static Optional<String> read(String file) {
        try {
            return Optional.of(
                    Files.readString(Path.of(file), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
