// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The scenario files of this module, {@code scenarios/topic/name.txt} and {@code attempts/topic/name.txt}, read from a folder or from the published
 * archive.
 *
 * <p>With {@code -Dholdfast.scenarios.rewrite=true} a run in this module writes the answers that it gets into the
 * source files instead of comparing them; the change is then reviewed like any other.
 */
final class ScenarioFiles {
    /** About work. */
    static final String WORK = "scenarios";

    /** About execution attempts, in a language of their own. */
    static final String ATTEMPTS = "attempts";

    private static final Path SOURCES = Path.of("src", "main", "resources", "dev", "holdfast", "testkit");

    private ScenarioFiles() {}

    static List<Scenario> all() {
        return all(WORK);
    }

    static List<Scenario> all(String name) {
        URL folder = Optional.ofNullable(ScenarioFiles.class.getResource(name))
                .orElseThrow(() -> new IllegalStateException("the scenario files are not on the class path"));
        try {
            URI uri = folder.toURI();
            if (!uri.getScheme().equals("jar")) {
                return read(Path.of(uri));
            }
            String text = uri.toString();
            Path archive = Path.of(URI.create(text.substring("jar:".length(), text.indexOf("!/"))));
            try (FileSystem files = FileSystems.newFileSystem(archive, Map.of())) {
                return read(files.getPath(text.substring(text.indexOf("!/") + 1)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no place for scenario files: " + folder, e);
        }
    }

    private static List<Scenario> read(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(path -> path.toString().endsWith(".txt"))
                    .sorted()
                    .map(path ->
                            Scenario.parse(folder.relativize(path).toString().replace('\\', '/'), text(path)))
                    .toList();
        }
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean isRewriting() {
        return Boolean.getBoolean("holdfast.scenarios.rewrite");
    }

    static void rewrite(Scenario scenario, String text) {
        rewrite(WORK, scenario, text);
    }

    static void rewrite(String folder, Scenario scenario, String text) {
        Path file = SOURCES.resolve(folder).resolve(scenario.name());
        if (!Files.isRegularFile(file)) {
            throw new IllegalStateException(
                    "scenarios are rewritten in the folder of their module only; not here: " + file);
        }
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
