// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One process of a measurement, seen from outside; what it says is in {@link Parent}. */
final class Child {
    private static final int LINES_OF_TROUBLE = 5;

    private final Process process;
    private final BufferedReader lines;
    private final Path errors;
    private final Map<String, List<Double>> values = new HashMap<>();

    Child(List<String> command) throws IOException {
        errors = Files.createTempFile("bench-", ".log");
        process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    void awaitReady() throws IOException {
        awaitWord("ready");
    }

    void go() throws IOException {
        process.getOutputStream().write("go\n".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    Found awaitDone() throws IOException {
        awaitWord("done");
        return new Found(values);
    }

    /** Takes down figures until the word comes. */
    private void awaitWord(String word) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ", 3);
            switch (words[0]) {
                case "figure" ->
                    values.computeIfAbsent(words[1], name -> new ArrayList<>()).add(Double.valueOf(words[2]));
                case "failed" -> throw new IOException("a measurement " + line);
                default -> {
                    if (line.equals(word)) {
                        return;
                    }
                }
            }
        }
        List<String> said = Files.readAllLines(errors);
        throw new IOException("a measurement ended early: "
                + String.join(" | ", said.subList(0, Math.min(LINES_OF_TROUBLE, said.size()))));
    }

    void destroy() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            // A log that stays behind in the temporary folder harms nothing.
        }
    }
}
