// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    private static final byte[] NAME = (ClaimMark.VARIABLE + "=").getBytes(StandardCharsets.ISO_8859_1);

    /** @param process bound to the start time it has now: of a later process of the same number it does nothing */
    record Marked(ProcessHandle process, String mark) {}

    private MarkedProcesses() {}

    /** All marked processes that run and whose environment this user may read. */
    static List<Marked> all() {
        List<Marked> found = new ArrayList<>();
        long self = ProcessHandle.current().pid();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path folder : folders) {
                long pid = Long.parseLong(folder.getFileName().toString());
                // The handle comes first: what is read after it belongs to that process or to a later one, and the
                // handle of an earlier process does nothing to a later one.
                Optional<ProcessHandle> process = pid == self ? Optional.empty() : ProcessHandle.of(pid);
                process.flatMap(handle -> markOf(folder).map(mark -> new Marked(handle, mark)))
                        .ifPresent(found::add);
            }
        } catch (IOException | NumberFormatException e) {
            throw new IllegalStateException("the list of processes cannot be read", e);
        }
        return found;
    }

    /** Those of them whose mark is of the wanted ones. */
    static List<ProcessHandle> running(Predicate<String> wanted) {
        return all().stream()
                .filter(found -> wanted.test(found.mark()))
                .map(Marked::process)
                .toList();
    }

    private static Optional<String> markOf(Path folder) {
        try {
            return value(Files.readAllBytes(folder.resolve("environ")));
        } catch (IOException e) {
            return Optional.empty(); // it ended, or belongs to another user
        }
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
