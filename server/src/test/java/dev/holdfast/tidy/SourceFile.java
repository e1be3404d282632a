// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text file of the repository.
 *
 * @param name its path in the repository, with slashes
 */
record SourceFile(String name, String text) {
    boolean isJava() {
        return name.endsWith(".java");
    }

    boolean isMain() {
        return name.contains("/src/main/");
    }

    long lines() {
        return text.lines().count();
    }

    /** What the compiler sees: comments and the insides of literals are blanked out; lines keep their numbers. */
    String code() {
        return isJava() ? JavaText.code(text) : text;
    }

    /** Each place of the pattern in {@code view}, a text of this file, as {@code file:line: what stands there}. */
    List<String> places(Pattern pattern, String view) {
        List<String> places = new ArrayList<>();
        Matcher matcher = pattern.matcher(view);
        while (matcher.find()) {
            long line = 1
                    + view.substring(0, matcher.start())
                            .chars()
                            .filter(each -> each == '\n')
                            .count();
            places.add(name + ":" + line + ": " + matcher.group().strip());
        }
        return places;
    }
}
