// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The source tree that these tests were built from: they run in the folder of their module. */
final class Repository {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** What the build or somebody's editor put there. */
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".idea", ".vscode", ".settings");

    private static final Set<String> TEXT =
            Set.of("java", "sql", "md", "xml", "txt", "sh", "yml", "yaml", "properties", "config");

    /** Those without a suffix. */
    private static final Set<String> SCRIPTS = Set.of("holdfast", ".ci/run", ".ci/reproducible");

    private Repository() {}

    /** All text files, in order of their names. */
    static List<SourceFile> files() {
        List<SourceFile> found = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean ours = folder.equals(ROOT)
                            || !NOT_OURS.contains(folder.getFileName().toString())
                            || isPackage(folder);
                    return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = ROOT.relativize(file).toString().replace('\\', '/');
                    if (TEXT.contains(name.substring(name.lastIndexOf('.') + 1)) || SCRIPTS.contains(name)) {
                        found.add(new SourceFile(name, Files.readString(file)));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort((a, b) -> a.name().compareTo(b.name()));
        return found;
    }

    /** What the build makes is beside the sources, so that a folder of any name in them is ours. */
    private static boolean isPackage(Path folder) {
        return ROOT.relativize(folder).toString().replace('\\', '/').contains("/src/");
    }

    /** The Java modules: folders with a POM and main sources. */
    static List<Path> modules() {
        try (var folders = Files.list(ROOT)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
