// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads every source file of the repository; each exception has its reason beside it. */
class TidyTest {
    private static final int LONGEST = 400;

    /** Files that may be longer, each with its reason. */
    private static final Map<String, String> LONGER = Map.of();

    private static final List<SourceFile> FILES = Repository.files();

    static List<Ban> bans() {
        return List.of(
                Ban.code(
                                "time is an argument; the ledger has the clock",
                                "\\bSystem\\s*\\.\\s*currentTimeMillis|\\b(Instant|LocalDate|LocalDateTime|ZonedDateTime"
                                    + "|OffsetDateTime)\\s*(\\.|::)\\s*now\\b|\\bClock\\s*\\.\\s*system")
                        .except(
                                "core/src/main/java/dev/holdfast/core/ledger/LedgerClock.java",
                                "the one clock of the product"),
                Ban.code(
                        "say where chance comes from: a seed, or SecureRandom for secrets",
                        "\\bMath\\s*(\\.|::)\\s*random|\\bnew Random\\(\\s*\\)|\\bRandom::new"),
                Ban.code("wait for what happens, not for time", "\\bThread\\s*\\.\\s*sleep|\\bTimeUnit\\.\\w+\\.sleep")
                        .except(
                                "server/src/main/java/dev/holdfast/cli/run/Execution.java",
                                "looks only so often, however fast the units end")
                        .except(
                                "server/src/main/java/dev/holdfast/cli/run/Reading.java",
                                "a store that is away does not say when it is back"),
                Ban.code("only the outermost ends the process", "\\bSystem\\s*(\\.|::)\\s*exit|\\bhalt\\(")
                        .except("server/src/main/java/dev/holdfast/cli/Main.java", "the outermost of the command")
                        .except("format/", "programs of one file, started by the build"),
                Ban.code("log it or throw it", "\\bprintStackTrace")
                        .except("server/src/main/java/dev/holdfast/cli/Failures.java", "what to report about a defect"),
                Ban.code("log it or return it", "\\bSystem\\s*\\.\\s*(out|err)\\b")
                        .in(file -> file.isJava() && !file.name().contains("/src/test/"))
                        .except("server/src/main/java/dev/holdfast/cli/", "standard output is what a command is for")
                        .except("benchmarks/", "its figures are for who runs it")
                        .except("format/", "programs of one file, started by the build"),
                Ban.code("mend it or delete it", "@(Disabled|Ignore)\\b"),
                Ban.text("do it or file an issue", "\\b(TO[D]O|FIX[M]E|XX[X])\\b"),
                Ban.text("a path of one machine", "(?<![\\w.})\\]])/(home|Users|root|work)/\\w+"),
                Ban.text(
                        "the build asks whatever registry its user has set",
                        "(?i)\\b(repo1?\\.maven\\.|repo\\.maven|nexus\\.|artifac[t]ory|registry\\.npmjs|j[c]enter)"),
                Ban.text("spaces", "\t").in(SourceFile::isJava));
    }

    @ParameterizedTest
    @MethodSource("bans")
    void nothingIsThereThatIsBanned(Ban ban) {
        assertThat(ban.broken(FILES)).isEmpty();
    }

    @Test
    void aFileOfCodeIsAPageAndNotAScroll() {
        List<String> broken = new ArrayList<>();
        for (SourceFile file : FILES) {
            boolean allowed = LONGER.containsKey(file.name());
            if (file.isJava() && file.isMain() && allowed != file.lines() > LONGEST) {
                broken.add(file.name() + ":" + file.lines()
                        + (allowed ? ": the exception is not needed" : ": more than " + LONGEST + " lines"));
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyJavaFileNamesItsLicence() {
        assertThat(FILES.stream()
                        .filter(SourceFile::isJava)
                        .filter(file -> !file.text().startsWith("// SPDX-License-Identifier: Apache-2.0\n"))
                        .map(file -> file.name() + ":1: no SPDX line"))
                .isEmpty();
    }

    /** So that users' compilers know it of us too, not only our own. */
    @Test
    void everyPackageOfAPublishedModuleSaysWhatMayBeNull() throws Exception {
        List<String> broken = new ArrayList<>();
        for (Path module : Repository.modules()) {
            Path sources = module.resolve("src/main/java");
            if (!Files.exists(sources.resolve("module-info.java"))) {
                continue;
            }
            try (Stream<Path> tree = Files.walk(sources)) {
                for (Path folder : tree.filter(Files::isDirectory).toList()) {
                    Path info = folder.resolve("package-info.java");
                    if (hasClasses(folder)
                            && !(Files.exists(info) && Files.readString(info).contains("@NullMarked"))) {
                        broken.add(Repository.ROOT.relativize(info) + ":1: no @NullMarked");
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean hasClasses(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .anyMatch(name -> name.endsWith(".java") && !name.endsWith("-info.java"));
        }
    }

    /** The eyes of the others. */
    @Test
    void commentsAndLiteralsAreNoCode() {
        String text = """
            a /* b
            c */ d "e \\" f" g 'h' '"' i // j "k
            l \"""
            m " n \\\""" o
            \""" p
            """;

        String code = JavaText.code(text);

        assertThat(code.replaceAll("[ \\n]+", " ").strip()).isEqualTo("a d g i l p");
        assertThat(code.lines().map(String::length))
                .isEqualTo(text.lines().map(String::length).toList());
    }
}
