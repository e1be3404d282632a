// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.Digest;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.runtime.spi.ProviderFence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What is written down of one attempt in the spool.
 *
 * <pre>
 * place      where it was started
 * fence-N    a call under generation N was made
 * begun      the door: "begun PID" by the {@link Launcher}, or "closed"; made once, by one of them
 * process    number and start time of the launcher, as its starter saw them
 * exit       the status, when the launcher saw the command end
 * out, err   what the command wrote
 * </pre>
 */
final class AttemptFolder {
    /** How far the attempt got here. */
    enum Door {
        /** No command has begun; one still may. */
        OPEN,
        BEGUN,
        /** No command has begun, and none ever will. */
        CLOSED
    }

    private static final String FENCE = "fence-";
    private static final String CLOSED = "closed";

    private final Path folder;

    AttemptFolder(Path spool, AttemptId attempt) {
        this.folder = spool.resolve(name(attempt));
    }

    /** Attempts may have names that no file can have. */
    static String name(AttemptId attempt) {
        return Digest.ofFields("holdfast/attempt/v1", attempt.value()).shortText();
    }

    Path path() {
        return folder;
    }

    Path out() {
        return folder.resolve("out");
    }

    Path err() {
        return folder.resolve("err");
    }

    /** Makes the folder and leaves the fence there; false when a later one was there before. */
    boolean enter(ProviderFence fence) throws IOException {
        Files.createDirectories(folder);
        Path own = folder.resolve(FENCE + fence.generation());
        if (!Files.exists(own)) {
            createOnce(own, "");
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(FENCE))
                    .allMatch(name -> Long.parseLong(name.substring(FENCE.length())) <= fence.generation());
        }
    }

    Door door() throws IOException {
        Optional<String> text = read("begun");
        if (text.isEmpty()) {
            return Door.OPEN;
        }
        return text.get().startsWith(CLOSED) ? Door.CLOSED : Door.BEGUN;
    }

    /** Sees to it that no command begins any more, unless one has. */
    Door close() throws IOException {
        return createOnce(folder.resolve("begun"), CLOSED + "\n") ? Door.CLOSED : door();
    }

    OptionalInt exit() throws IOException {
        Optional<String> text = read("exit").map(String::strip);
        return text.filter(status -> status.matches("\\d{1,3}")).isPresent()
                ? OptionalInt.of(Integer.parseInt(text.get()))
                : OptionalInt.empty();
    }

    void writePlace(Place place) throws IOException {
        replace("place", place.text());
    }

    Optional<Place> place() throws IOException {
        return read("place").flatMap(Place::parse);
    }

    void writeProcess(ProcessHandle process) throws IOException {
        replace("process", process.pid() + " " + started(process));
    }

    /** The process that was written down, if it still runs and is no later one of its number. */
    Optional<ProcessHandle> process() throws IOException {
        return read("process").flatMap(AttemptFolder::same);
    }

    boolean isProcessKnown() throws IOException {
        return read("process").isPresent();
    }

    private static Optional<ProcessHandle> same(String written) {
        String[] parts = written.strip().split(" ");
        return ProcessHandle.of(Long.parseLong(parts[0]))
                .filter(process -> started(process) == Long.parseLong(parts[1]))
                .filter(ProcessHandle::isAlive);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(start -> start.toEpochMilli()).orElse(0L);
    }

    void delete() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    private void replace(String name, String text) throws IOException {
        Path fresh = Files.writeString(folder.resolve(name + ".new"), text, StandardCharsets.US_ASCII);
        Files.move(fresh, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean createOnce(Path file, String text) throws IOException {
        try {
            Files.writeString(
                    file, text, StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private Optional<String> read(String name) throws IOException {
        try {
            return Optional.of(Files.readString(folder.resolve(name), StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
