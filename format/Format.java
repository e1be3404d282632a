// SPDX-License-Identifier: Apache-2.0

import com.palantir.javaformat.java.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs palantir-java-format over the Java sources of all modules; started by format/pom.xml in the root folder. */
class Format {
    public static void main(String[] args) throws Exception {
        boolean apply = args[0].equals("apply");
        List<String> command = new ArrayList<>(List.of("--palantir"));
        command.addAll(apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
        command.addAll(sources());

        PrintWriter out = new PrintWriter(System.out, true);
        int status = new Main(out, new PrintWriter(System.err, true), InputStream.nullInputStream())
                .format(command.toArray(String[]::new));
        if (status != 0 && !apply) {
            System.err.println(
                    "The files named above are not formatted (or do not parse). To format all: mvn -Pformat");
        }
        System.exit(status);
    }

    /** The programs of this folder and every Java file under a module's src folder. */
    private static List<String> sources() throws IOException {
        List<String> files = new ArrayList<>(List.of("format/Format.java", "format/ModuleInfo.java"));
        List<Path> roots;
        try (Stream<Path> modules = Files.list(Path.of(""))) {
            roots = modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList();
        }
        for (Path root : roots) {
            try (Stream<Path> tree = Files.walk(root)) {
                tree.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(files::add);
            }
        }
        return files;
    }
}
