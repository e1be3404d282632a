// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a scenario command: some by position, then {@code name=value} in any order. Double quotes keep spaces
 * together. Whoever reads them says at the end that all are read, so that a misspelt name is an error.
 */
final class Words {
    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|[^\\s\"])+");

    private final Deque<String> positional = new ArrayDeque<>();
    private final Map<String, String> named = new LinkedHashMap<>();

    Words(String line) {
        Matcher words = WORD.matcher(line);
        while (words.find()) {
            String word = words.group().replace("\"", "");
            int equals = word.indexOf('=');
            if (equals < 1) {
                positional.add(word);
            } else if (named.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
                throw new ScenarioError("said twice: " + word.substring(0, equals));
            }
        }
    }

    String next(String what) {
        if (positional.isEmpty()) {
            throw new ScenarioError("here is missing: " + what);
        }
        return positional.remove();
    }

    String next(String what, String fallback) {
        return positional.isEmpty() ? fallback : positional.remove();
    }

    /** All words by position that are left. */
    List<String> rest() {
        List<String> rest = new ArrayList<>(positional);
        positional.clear();
        return rest;
    }

    boolean nextIs(String word) {
        return word.equals(positional.peek()) && positional.remove() != null;
    }

    Optional<String> take(String name) {
        return Optional.ofNullable(named.remove(name));
    }

    String take(String name, String fallback) {
        return take(name).orElse(fallback);
    }

    int takeInt(String name, int fallback) {
        return take(name).map(Words::number).orElse(fallback);
    }

    /** A list with commas. */
    List<String> takeList(String name) {
        return take(name)
                .filter(text -> !text.isEmpty())
                .map(text -> List.of(text.split(",")))
                .orElse(List.of());
    }

    /** A list of {@code name:value} with commas. */
    Map<String, String> takeMap(String name) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String entry : takeList(name)) {
            int colon = entry.indexOf(':');
            if (colon < 0) {
                throw new ScenarioError(name + " is written name:value, not '" + entry + "'");
            }
            map.put(entry.substring(0, colon), entry.substring(colon + 1));
        }
        return map;
    }

    Map<String, Long> takeAmounts(String name) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        takeMap(name).forEach((key, value) -> amounts.put(key, (long) number(value)));
        return amounts;
    }

    static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new ScenarioError("not a number: '" + text + "'");
        }
    }

    static <E extends Enum<E>> E constant(Class<E> type, String text) {
        try {
            return Enum.valueOf(type, text);
        } catch (IllegalArgumentException e) {
            throw new ScenarioError("no " + type.getSimpleName() + ": '" + text + "'");
        }
    }

    void checkAllRead() {
        if (!positional.isEmpty() || !named.isEmpty()) {
            throw new ScenarioError("not understood: " + String.join(" ", positional) + " " + named.keySet());
        }
    }
}
