// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads a results folder as its users do. */
record ResultFiles(Path folder) {
    /** Names of all files that end so. */
    List<String> names(String ending) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int statuses() {
        return names(".status").size();
    }

    /** Line to standard output of its unit, by the index. Lines that came more than once have an output each. */
    Map<String, List<String>> outputs() throws IOException {
        Map<String, List<String>> outputs = new TreeMap<>();
        List<String> rows = Files.readAllLines(folder.resolve("index.tsv"), StandardCharsets.ISO_8859_1);
        for (String row : rows.subList(1, rows.size())) {
            String[] columns = row.split("\t", -1);
            outputs.computeIfAbsent(columns[2], line -> new ArrayList<>())
                    .add(Files.readString(folder.resolve(columns[0] + ".out"), StandardCharsets.ISO_8859_1));
        }
        return outputs;
    }

    String status(int ordinal) throws IOException {
        String start = "%06d-".formatted(ordinal);
        String name = names(".status").stream()
                .filter(each -> each.startsWith(start))
                .findFirst()
                .orElseThrow();
        return Files.readString(folder.resolve(name));
    }
}
