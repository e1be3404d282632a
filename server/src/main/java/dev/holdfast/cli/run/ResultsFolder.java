// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.WorkId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where the output of commands goes: the folder that {@code --results} names, or a spool beside the ledger that is empty
 * again when all is printed and settled.
 *
 * @param kept whether the files are for the user, or only for the runner and its successor
 */
record ResultsFolder(Path folder, boolean kept) {
    static ResultsFolder results(Path folder) throws IOException {
        Files.createDirectories(folder);
        return new ResultsFolder(folder, true);
    }

    /** For this user alone: it also holds what commands print. */
    static ResultsFolder spool(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createDirectory(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectory(folder);
            }
        }
        return new ResultsFolder(folder, false);
    }

    UnitFiles files(String ordinal, WorkId work) {
        return UnitFiles.of(folder, ordinal, work);
    }
}
