// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.HelpTexts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One word per idea: {@code docs/glossary.md} says which words are not ours, and here they are looked for. */
class GlossaryTest {
    private static final String GLOSSARY = "docs/glossary.md";
    private static final Pattern ROW = Pattern.compile("(?m)^\\|([^|\\n]+)\\|([^|\\n]+)\\|$");
    private static final Pattern WORD = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");
    private static final Pattern PART = Pattern.compile("\\p{Lu}?\\p{Ll}+|\\p{Lu}+(?!\\p{Ll})");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(?!dev\\.holdfast)[\\w.]+?\\.(\\w+);$");
    private static final Pattern SQL_COMMENT = Pattern.compile("--[^\\n]*");

    /** Words of others that stand in our sources, and whose they are. */
    private static final Map<String, String> OF_OTHERS = Map.of("--jobs", "make, parallel and others call it that");

    private static final List<SourceFile> FILES = Repository.files();
    private static final Map<String, String> FORBIDDEN = forbidden();

    private static SourceFile glossary() {
        return FILES.stream()
                .filter(file -> file.name().equals(GLOSSARY))
                .findFirst()
                .orElseThrow();
    }

    /** The words of the last table, each with what to say instead. */
    private static Map<String, String> forbidden() {
        String text = glossary().text();
        Map<String, String> words = new TreeMap<>();
        Matcher rows = ROW.matcher(text.substring(text.indexOf("## Words that are not ours")));
        while (rows.find()) {
            for (String word : rows.group(1).split(",")) {
                words.put(word.strip(), rows.group(2).strip());
            }
        }
        words.remove("not");
        words.remove("---");
        return words;
    }

    @Test
    void sourcesUseOurWords() {
        List<String> broken = new ArrayList<>();
        FILES.stream()
                .filter(SourceFile::isMain)
                // Benchmarks speak of others, in their words.
                .filter(file -> !file.name().startsWith("benchmarks/"))
                .forEach(file -> {
                    if (file.isJava()) {
                        Set<String> imported = IMPORT.matcher(file.text())
                                .results()
                                .map(found -> found.group(1))
                                .collect(toSet());
                        addBroken(broken, file.name(), file.code(), imported);
                    } else if (file.name().endsWith(".sql")) {
                        addBroken(
                                broken,
                                file.name(),
                                SQL_COMMENT.matcher(file.text()).replaceAll(""),
                                Set.of());
                    }
                });
        assertThat(broken).isEmpty();
    }

    @Test
    void helpUsesOurWords() {
        List<String> broken = new ArrayList<>();
        HelpTexts.all().forEach((command, help) -> {
            String ours = help;
            for (String word : OF_OTHERS.keySet()) {
                ours = ours.replace(word, " ".repeat(word.length()));
            }
            addBroken(broken, command, ours, Set.of());
        });
        assertThat(broken).isEmpty();
        assertThat(String.join("\n", HelpTexts.all().values())).contains(OF_OTHERS.keySet());
    }

    @Test
    void aWordIsNotForbiddenAndDefinedAtOnce() {
        String text = glossary().text();
        String ours = text.substring(0, text.indexOf("## Words that are not ours"));
        Stream<String> defined = ROW.matcher(ours)
                .results()
                .flatMap(row -> Arrays.stream(row.group(1).split(",")))
                .map(String::strip);

        assertThat(FORBIDDEN).containsKeys("job", "task", "queue").doesNotContainKeys("work", "claim");
        assertThat(defined).contains("work", "claim").doesNotContainAnyElementsOf(FORBIDDEN.keySet());
    }

    private static void addBroken(List<String> broken, String name, String text, Set<String> imported) {
        int line = 0;
        for (String each : text.lines().toList()) {
            line++;
            Matcher words = WORD.matcher(each);
            while (words.find()) {
                String word = words.group();
                if (imported.contains(word)) {
                    continue;
                }
                for (String part : parts(word)) {
                    if (FORBIDDEN.containsKey(part)) {
                        broken.add(name + ":" + line + ": " + word + " -- say " + FORBIDDEN.get(part));
                    }
                }
            }
        }
    }

    /** {@code enqueueAllJobs} has the parts enqueue, all and job. */
    private static List<String> parts(String word) {
        return PART.matcher(word)
                .results()
                .map(found -> found.group().toLowerCase(Locale.ROOT))
                .map(part -> part.length() > 3 && part.endsWith("s") ? part.substring(0, part.length() - 1) : part)
                .toList();
    }
}
