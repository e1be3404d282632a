// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.client.document.RecordingFile;
import dev.holdfast.core.ledger.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The recordings that a command reads. */
final class RecordingOption {
    @Option(
            names = "--recording",
            paramLabel = "FILE",
            required = true,
            description = "what a flight recorder has written, as 'run --recording FILE' does")
    private List<Path> files = new ArrayList<>();

    /** In the order in which they were named. */
    List<Recording> read() {
        return files.stream().map(RecordingOption::read).toList();
    }

    private static Recording read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new CliException(ExitCode.USAGE, "there is no file " + file);
        }
        try {
            return RecordingFile.read(file);
        } catch (IOException e) {
            throw new CliException(ExitCode.USAGE, file + " cannot be read: " + e.getMessage());
        }
    }
}
