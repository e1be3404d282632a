// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.document.DocumentFormat;
import dev.holdfast.document.PoolDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a document from a file, or from standard input, of which {@code -} is the name. */
final class DocumentFile {
    static final String STANDARD_INPUT = "-";

    /** In bytes. Far above every document that a person wrote; what is longer is something else. */
    private static final int LONGEST = 1 << 20;

    private DocumentFile() {}

    static PoolDocument read(String name) {
        if (name.equals(STANDARD_INPUT)) {
            return PoolDocument.read("standard input", DocumentFormat.YAML, text(name, System.in));
        }
        Path file = path(name);
        if (Files.isDirectory(file)) {
            throw new CliException(ExitCode.USAGE, name + " is a directory; name the file of the document");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return PoolDocument.read(name, DocumentFormat.of(name), text(name, in));
        } catch (NoSuchFileException e) {
            throw new CliException(ExitCode.USAGE, "there is no file " + name);
        } catch (IOException e) {
            throw new CliException(ExitCode.USAGE, name + " cannot be read: " + e.getMessage());
        }
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new CliException(ExitCode.USAGE, "'" + name + "' is no file name: " + e.getReason());
        }
    }

    private static String text(String name, InputStream in) {
        try {
            byte[] bytes = in.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                throw new CliException(
                        ExitCode.USAGE, name + " is longer than a document may be, " + Text.count(LONGEST) + " bytes");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CliException(ExitCode.USAGE, name + " is no text in UTF-8; save it as such");
        } catch (IOException e) {
            throw new CliException(ExitCode.USAGE, name + " cannot be read: " + e.getMessage());
        }
    }
}
