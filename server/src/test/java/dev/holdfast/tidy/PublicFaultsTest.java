// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/public-faults.md} and the tests that it names agree: each names the other, and nothing is named twice. */
class PublicFaultsTest {
    private static final String TABLE = "docs/public-faults.md";
    private static final String RESOURCES = "testkit/src/main/resources/dev/holdfast/testkit/";
    private static final String SCENARIOS = RESOURCES + "scenarios/";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (PF-\\d{3}) \\| ([^|\\n]+) \\| ([^|\\n]+) \\|$");
    private static final Pattern ID = Pattern.compile("\\bPF-\\d{3}\\b");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private static final List<SourceFile> FILES = Repository.files();

    private static List<MatchResult> rows() {
        return ROW.matcher(table().text()).results().toList();
    }

    private static SourceFile table() {
        return FILES.stream()
                .filter(file -> file.name().equals(TABLE))
                .findFirst()
                .orElseThrow();
    }

    /** What a row names: scenarios by topic and name, tests by their classes. */
    private static Set<String> names(MatchResult row) {
        return NAME.matcher(row.group(3)).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    /** By what name a row could name a file. */
    private static Optional<String> name(SourceFile file) {
        if (file.name().startsWith(SCENARIOS)) {
            return Optional.of(file.name().substring(SCENARIOS.length()).replace(".txt", ""));
        }
        if (file.name().startsWith(RESOURCES + "attempts/")) {
            return Optional.of(file.name().substring(RESOURCES.length()).replace(".txt", ""));
        }
        boolean suite = file.name().contains("/src/test/java/")
                || file.name().matches("testkit/src/main/java/.*Conformance\\.java");
        return suite
                ? Optional.of(
                        file.name().substring(file.name().lastIndexOf('/') + 1).replace(".java", ""))
                : Optional.empty();
    }

    private static Predicate<SourceFile> named(String name) {
        return file -> name(file).equals(Optional.of(name));
    }

    @Test
    void eachIdStandsInTheTableOnceAndInOrder() {
        List<String> ids = rows().stream().map(row -> row.group(1)).toList();

        assertThat(ids).doesNotHaveDuplicates().isSorted().hasSizeGreaterThan(100);
        assertThat(ID.matcher(table().text()).results().map(MatchResult::group))
                .as("ids of lines that are rows, and of no other lines")
                .isEqualTo(ids);
    }

    @Test
    void whatIsNamedIsThereAndNamesTheFault() {
        List<String> broken = new ArrayList<>();
        for (MatchResult row : rows()) {
            for (String name : names(row)) {
                List<SourceFile> found = FILES.stream().filter(named(name)).toList();
                if (found.stream().noneMatch(file -> file.text().contains(row.group(1)))) {
                    broken.add(row.group(1) + ": " + name
                            + (found.isEmpty() ? " is not there" : " does not name the fault"));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void whatNamesAFaultIsNamedByIt() {
        Map<String, Set<String>> naming = new TreeMap<>();
        for (SourceFile file : FILES) {
            name(file)
                    .ifPresent(name -> ID.matcher(file.text())
                            .results()
                            .forEach(id -> naming.computeIfAbsent(id.group(), each -> new TreeSet<>())
                                    .add(name)));
        }
        Map<String, Set<String>> named = new TreeMap<>();
        rows().stream()
                .filter(row -> !names(row).isEmpty())
                .forEach(row -> named.put(row.group(1), new TreeSet<>(names(row))));

        assertThat(naming).isEqualTo(named);
    }

    /** PF-149: what is kept is never in the form in which Java writes its own objects. */
    @Test
    void nothingIsKeptAsJavaWritesObjects() {
        Pattern form = Pattern.compile("\\bObject(In|Out)putStream\\b");

        assertThat(FILES.stream()
                        .filter(file -> file.isJava() && file.isMain())
                        .flatMap(file -> file.places(form, file.code()).stream()))
                .isEmpty();
    }
}
