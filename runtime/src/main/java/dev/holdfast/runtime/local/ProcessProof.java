// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names one process so exactly that somebody else on the same machine can later prove that it is gone. Written
 * {@code host.pid.started.place}; worker ids start with it.
 *
 * <p>A process number alone proves nothing: numbers are used again, after a restart of the machine and in every container.
 * So the start time goes with it, and the <em>place</em>: a digest of the boot id and the process-number space. Only in the
 * same place does the absence of a process mean anything.
 *
 * @param host for people; not compared
 * @param started Linux: clock ticks since the boot; elsewhere: milliseconds since 1970
 * @param place see above
 */
public record ProcessProof(String host, long pid, long started, String place) {
    /** What is known about a process. */
    public enum Liveness {
        ALIVE,
        /** It is certain that it runs no more. */
        DEAD,
        /** It ran on another machine, before the last boot, or in another container. */
        UNKNOWN
    }

    private static final int MAX_HOST = 80;
    private static final ProcessProof SELF = findSelf();

    public static ProcessProof ofThisProcess() {
        return SELF;
    }

    /** Reads a text that starts with what {@link #text()} wrote, such as a worker id; empty for anything else. */
    public static Optional<ProcessProof> parse(String text) {
        String[] parts = text.split("\\.");
        if (parts.length < 4) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new ProcessProof(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[3]));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public String text() {
        return host + "." + pid + "." + started + "." + place;
    }

    /** Whether the process runs now, as far as this process can tell. For processes of the same user. */
    public Liveness liveness() {
        if (!place.equals(SELF.place)) {
            return Liveness.UNKNOWN;
        }
        return startOf(pid).filter(start -> start == started).isPresent() ? Liveness.ALIVE : Liveness.DEAD;
    }

    private static Optional<Long> startOf(long pid) {
        if (ProcessStat.isAvailable()) {
            return ProcessStat.of(pid).filter(ProcessStat::runs).map(ProcessStat::started);
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(process -> process.info()
                        .startInstant()
                        .map(start -> start.toEpochMilli())
                        .orElse(0L));
    }

    private static ProcessProof findSelf() {
        long pid = ProcessHandle.current().pid();
        String host = hostName();
        return new ProcessProof(host, pid, startOf(pid).orElse(0L), place(host));
    }

    private static String place(String host) {
        String boot = read("/proc/sys/kernel/random/boot_id").orElse(host);
        String numbers;
        try {
            numbers = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            numbers = "";
        }
        return Digest.ofFields("holdfast/place/v1", boot, numbers).shortText().substring(0, 10);
    }

    private static String hostName() {
        String name = read("/proc/sys/kernel/hostname")
                .or(() -> Optional.ofNullable(System.getenv("HOSTNAME")))
                .or(() -> Optional.ofNullable(System.getenv("COMPUTERNAME")))
                .orElse("host");
        String plain = name.replaceAll("[^A-Za-z0-9_-]", "-");
        return plain.isEmpty() ? "host" : plain.substring(0, Math.min(plain.length(), MAX_HOST));
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
