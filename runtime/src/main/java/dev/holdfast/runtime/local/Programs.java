// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Looks, before anything is started, whether a command has a program. Who starts it later looks again, and may see another one. */
final class Programs {
    private Programs() {}

    /** What stands in the way of a command, for people. */
    static Optional<String> obstacle(LocalCommand command) {
        try {
            StartFailures.checkEncodable(command.arguments());
        } catch (StartFailed e) {
            return Optional.of(e.getMessage());
        }
        if (command.directory().filter(folder -> !Files.isDirectory(folder)).isPresent()) {
            return Optional.of("no such directory: " + command.directory().get());
        }
        String program = command.arguments().getFirst();
        return isThere(program, command) ? Optional.empty() : Optional.of("no such program: " + program);
    }

    private static boolean isThere(String program, LocalCommand command) {
        Path directory = command.directory().orElse(Path.of("")).toAbsolutePath();
        if (program.contains("/")) {
            return isProgram(directory.resolve(program));
        }
        String search = Optional.ofNullable(command.environment().get("PATH"))
                .or(() -> Optional.ofNullable(System.getenv("PATH")))
                .orElse("");
        return Arrays.stream(search.split(File.pathSeparator, -1))
                .anyMatch(folder -> isProgram(directory.resolve(folder).resolve(program)));
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
