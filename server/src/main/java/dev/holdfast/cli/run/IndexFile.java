// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * {@code index.tsv} of a results folder: which line has which files. One row per line of the newest input: name of the
 * files, id of the unit, the line with tab, newline, return and backslash escaped. Written aside and named when the input
 * has been read to its end.
 */
final class IndexFile implements AutoCloseable {
    private final Path file;
    private final Path aside;
    private final OutputStream out;

    IndexFile(Path folder) throws IOException {
        deleteLeftovers(folder);
        file = folder.resolve("index.tsv");
        aside = folder.resolve("index.tsv." + ProcessHandle.current().pid() + ".tmp");
        out = new BufferedOutputStream(Files.newOutputStream(aside), 1 << 16);
        out.write("name\twork\tline\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** What runners that died have left. */
    private static void deleteLeftovers(Path folder) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "index.tsv.*.tmp")) {
            for (Path each : left) {
                String pid = each.getFileName().toString().replaceAll("\\D", "");
                boolean alive = pid.length() < 10
                        && !pid.isEmpty()
                        && ProcessHandle.of(Long.parseLong(pid)).isPresent();
                if (!alive) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    void add(UnitFiles files, byte[] line) throws IOException {
        out.write((files.name() + "\t" + files.work() + "\t").getBytes(StandardCharsets.UTF_8));
        for (byte each : line) {
            switch (each) {
                case '\t' -> out.write(new byte[] {'\\', 't'});
                case '\n' -> out.write(new byte[] {'\\', 'n'});
                case '\r' -> out.write(new byte[] {'\\', 'r'});
                case '\\' -> out.write(new byte[] {'\\', '\\'});
                default -> out.write(each);
            }
        }
        out.write('\n');
    }

    /** The input has been read to its end. */
    void finish() throws IOException {
        out.close();
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(aside);
    }
}
