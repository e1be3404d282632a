// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.NotEmpty;
import dev.holdfast.core.ledger.Restored;
import dev.holdfast.document.LedgerDocument;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast import}. */
@Command(
        name = "import",
        description = {
            "Make of an empty ledger the one that 'holdfast export' wrote, all or nothing. New fences are larger than"
                    + " all that the old ledger may have issued."
        },
        mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the document; - for standard input")
    private String file;

    @Option(
            names = "--keep-claims",
            description = "let live claims go on; without it they end as lost, for nobody knows how far their holders"
                    + " came")
    private boolean keepClaims;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException {
        boolean standard = file.equals(DocumentFile.STANDARD_INPUT);
        if (!standard && !Files.isRegularFile(Path.of(file))) {
            throw new CliException(ExitCode.USAGE, "there is no file " + file);
        }
        try (InputStream in = standard ? System.in : Files.newInputStream(Path.of(file));
                Ledger open = ledger.place().openOrCreate()) {
            print(open.restore(
                    LedgerDocument.read(standard ? "standard input" : file, new BufferedInputStream(in)), keepClaims));
            return ExitCode.DONE;
        } catch (NotEmpty e) {
            throw new CliException(ExitCode.REFUSED, e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, e.getMessage());
        }
    }

    private void print(Restored restored) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("pools", restored.pools());
        members.put("workers", restored.workers());
        members.put("units", restored.units());
        members.put("lost", restored.lost());
        members.put("epoch", restored.epoch());
        output.print(members);
    }
}
