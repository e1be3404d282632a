// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The words of a scenario line while it is written; {@link Words} reads them. Empty words and parts are left out. */
final class LineWords {
    private final StringBuilder line;

    LineWords(String verb, Object... words) {
        line = new StringBuilder(verb);
        List.of(words).forEach(this::word);
    }

    LineWords word(Object value) {
        return add("", value.toString());
    }

    LineWords part(String name, Object value) {
        return add(name + "=", value.toString());
    }

    /** A part that is left out where it says what goes without saying. */
    LineWords part(String name, Object value, Object usual) {
        return value.equals(usual) ? this : part(name, value);
    }

    LineWords list(String name, Collection<?> items) {
        return part(name, items.stream().map(Object::toString).collect(Collectors.joining(",")));
    }

    LineWords map(String name, Map<?, ?> items) {
        return list(
                name,
                items.entrySet().stream()
                        .map(entry -> entry.getKey() + ":" + entry.getValue())
                        .toList());
    }

    private LineWords add(String prefix, String value) {
        if (!value.isEmpty()) {
            boolean quoted = value.indexOf(' ') >= 0;
            line.append(' ').append(prefix).append(quoted ? '"' + value + '"' : value);
        }
        return this;
    }

    String line() {
        return line.toString();
    }
}
