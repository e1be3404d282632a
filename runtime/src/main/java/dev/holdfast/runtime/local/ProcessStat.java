// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What Linux says about a process.
 *
 * @param started clock ticks from the boot to its start: with its number it names a process for as long as the machine runs
 * @param runs false for a zombie, which only waits for its parent to look at its status
 * @param program false for what runs no program, or none any more: threads of the kernel, and what is ending
 */
record ProcessStat(long started, boolean runs, boolean program) {
    private static final Path PROC = Path.of("/proc");

    /** Of the kernel's flags of a process: it is ending; it is the kernel's. */
    private static final long NO_PROGRAM = 0x4 | 0x200000;

    private static final boolean AVAILABLE =
            Files.isReadable(PROC.resolve("self/stat")) && Files.isReadable(PROC.resolve("self/environ"));

    static boolean isAvailable() {
        return AVAILABLE;
    }

    /** Empty when there is no such process. */
    static Optional<ProcessStat> of(long pid) {
        Path folder = PROC.resolve(Long.toString(pid));
        try {
            // The name stands in parentheses and may hold anything, parentheses too; the last one ends it.
            String text = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            boolean zombie = fields[0].equals("Z") || fields[0].equals("X");
            boolean program = !zombie && (Long.parseLong(fields[6]) & NO_PROGRAM) == 0;
            return Optional.of(
                    new ProcessStat(Long.parseLong(fields[19]), !zombie || hasOtherThreads(folder), program));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The first thread of a process may end before the others; it then looks like a zombie. */
    private static boolean hasOtherThreads(Path folder) throws IOException {
        try (var threads = Files.list(folder.resolve("task"))) {
            return threads.count() > 1;
        }
    }
}
