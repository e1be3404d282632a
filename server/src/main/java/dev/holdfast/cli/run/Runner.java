// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.ClaimSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * What a runner leaves for the one that comes after it: its claim secret, in a file of the spool that only this user can
 * read. With it, what the dead one wrote down about a command can be settled under the dead one's claim.
 */
final class Runner {
    private static final String ENDING = ".secret";

    private Runner() {}

    /** Draws a secret and writes it down as that of the runner that {@code process} names. */
    static ClaimSecret enlist(Path spool, String process) throws IOException {
        SecureRandom random = new SecureRandom();
        ClaimSecret secret = new ClaimSecret(random.nextLong(), random.nextLong());
        Path file = file(spool, process);
        if (spool.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, secret.text(), StandardOpenOption.CREATE);
        return secret;
    }

    static Optional<ClaimSecret> secretOf(Path spool, String process) {
        try {
            return Optional.of(
                    ClaimSecret.parse(Files.readString(file(spool, process)).strip()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional
                    .empty(); // never written, or torn: then its results are no evidence, and its units run again
        }
    }

    static void forget(Path spool, String process) throws IOException {
        Files.deleteIfExists(file(spool, process));
    }

    private static Path file(Path spool, String process) {
        return spool.resolve(process + ENDING);
    }
}
