// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.document.LedgerDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;

/** {@code holdfast export}. */
@Command(
        name = "export",
        description = {
            "Write the whole ledger as one JSON document, as it is at one moment. 'holdfast import' makes a ledger of"
                    + " it in a file or a database."
        },
        mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "a file that does not exist; standard output without it")
    private Path file;

    @Mixin
    private LedgerOption ledger;

    @Override
    public Integer call() throws IOException {
        try (Ledger open = ledger.openExisting()) {
            if (file == null) {
                write(open, System.out);
                return ExitCode.DONE;
            }
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
                write(open, out);
            } catch (FileAlreadyExistsException e) {
                throw new CliException(ExitCode.USAGE, file + " exists; name a file that does not");
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(file); // half of a ledger is none
                throw e;
            }
        }
        return ExitCode.DONE;
    }

    private static void write(Ledger ledger, OutputStream out) {
        try (LedgerDocument.Writer writer = new LedgerDocument.Writer(out)) {
            ledger.capture(writer);
            writer.complete();
        } catch (JacksonException e) {
            throw new CliException(ExitCode.UNAVAILABLE, "the document cannot be written: " + e.getOriginalMessage());
        }
    }
}
