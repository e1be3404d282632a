// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finds processes by the mark in their environment, on Linux. The mark is inherited, so that it also finds what a command
 * left behind when it ended. A process that empties its environment, or writes over it, is not found by it; as long as its
 * ancestors live, it is found as their descendant.
 *
 * <p>This process itself is never among them, even when it runs as a command of another one.
 */
final class MarkedProcesses {
    private static final Path PROC = Path.of("/proc");

    /** In all, 10 s. */
    private static final int MOST_LOOKS = 100_000;

    private static final long BETWEEN_LOOKS = 100_000;

    private static final byte[] NAME = (ClaimMark.VARIABLE + "=").getBytes(StandardCharsets.ISO_8859_1);

    /** @param process bound to the start time it has now: of a later process of the same number it does nothing */
    record Marked(ProcessHandle process, String mark) {}

    private MarkedProcesses() {}

    /** All marked processes that run and whose environment this user may read. */
    static List<Marked> all() {
        List<Marked> found = new ArrayList<>();
        each(found::add);
        return found;
    }

    /** Those of them whose mark is of the wanted ones. */
    static List<ProcessHandle> running(Predicate<String> wanted) {
        List<ProcessHandle> found = new ArrayList<>();
        each(wanted, found::add);
        return found;
    }

    /** The same, each as soon as it is seen. */
    static void each(Predicate<String> wanted, Consumer<ProcessHandle> found) {
        each(marked -> {
            if (wanted.test(marked.mark())) {
                found.accept(marked.process());
            }
        });
    }

    /** The newest first: they may be about to start another one and end. */
    private static void each(Consumer<Marked> found) {
        long self = ProcessHandle.current().pid();
        for (long pid : newestFirst()) {
            // The handle comes first: what is read after it belongs to that process or to a later one, and the
            // handle of an earlier process does nothing to a later one.
            Optional<ProcessHandle> process = pid == self ? Optional.empty() : ProcessHandle.of(pid);
            process.flatMap(handle -> markOf(pid).map(mark -> new Marked(handle, mark)))
                    .ifPresent(found);
        }
    }

    private static List<Long> newestFirst() {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            folders.forEach(
                    folder -> numbers.add(Long.parseLong(folder.getFileName().toString())));
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            throw new IllegalStateException("the list of processes cannot be read", e);
        }
        numbers.sort(Comparator.reverseOrder());
        return numbers;
    }

    /**
     * While a process takes on another program, there is a moment when it has neither environment nor words: to take that for
     * no mark would be to overlook it. Then it is looked at until it has either, or ends.
     *
     * @throws IllegalStateException when that takes too long: who counts on having seen all would be wrong
     */
    private static Optional<String> markOf(long pid) {
        Path folder = PROC.resolve(Long.toString(pid));
        try {
            for (int looks = 0; looks < MOST_LOOKS; looks++) {
                byte[] environ = read(folder, "environ");
                if (environ.length > 0) {
                    return value(environ);
                }
                if (read(folder, "cmdline").length > 0) {
                    return value(read(folder, "environ")); // the environment is there now, or it is an empty one
                }
                if (ProcessStat.of(pid).filter(ProcessStat::program).isEmpty()) {
                    return Optional.empty();
                }
                LockSupport.parkNanos(BETWEEN_LOOKS);
            }
        } catch (IOException e) {
            return Optional.empty(); // it ended, or belongs to another user
        }
        throw new IllegalStateException("process " + pid + " has been starting a program for too long");
    }

    private static byte[] read(Path folder, String file) throws IOException {
        return Files.readAllBytes(folder.resolve(file));
    }

    /** The value of the variable in {@code environ}, where entries end with a zero byte. */
    static Optional<String> value(byte[] environ) {
        int start = 0;
        while (start < environ.length) {
            int end = start;
            while (end < environ.length && environ[end] != 0) {
                end++;
            }
            if (startsWithName(environ, start, end)) {
                int from = start + NAME.length;
                return Optional.of(new String(environ, from, end - from, StandardCharsets.ISO_8859_1));
            }
            start = end + 1;
        }
        return Optional.empty();
    }

    private static boolean startsWithName(byte[] environ, int start, int end) {
        if (end - start < NAME.length) {
            return false;
        }
        for (int i = 0; i < NAME.length; i++) {
            if (environ[start + i] != NAME[i]) {
                return false;
            }
        }
        return true;
    }
}
