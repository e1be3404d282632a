// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * The strict text form of small structures: one record a line, fields between tabs, the first field says what the record
 * is. A backslash, tab or line end inside a field is written with a backslash. People can read it, and nothing has to be
 * guessed when a program does.
 */
final class Fields {
    private final StringBuilder text = new StringBuilder();

    Fields line(String... fields) {
        return line(List.of(fields));
    }

    Fields line(List<String> fields) {
        if (!text.isEmpty()) {
            text.append('\n');
        }
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                text.append('\t');
            }
            escape(fields.get(i));
        }
        return this;
    }

    String text() {
        return text.toString();
    }

    private void escape(String field) {
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                default -> text.append(c);
            }
        }
    }

    /** The records of a text; none in the empty text. */
    static List<List<String>> parse(String text) {
        List<List<String>> lines = new ArrayList<>();
        if (text.isEmpty()) {
            return lines;
        }
        for (String line : text.split("\n", -1)) {
            List<String> fields = new ArrayList<>();
            for (String field : line.split("\t", -1)) {
                fields.add(unescape(field));
            }
            lines.add(fields);
        }
        return lines;
    }

    private static String unescape(String field) {
        if (field.indexOf('\\') < 0) {
            return field;
        }
        StringBuilder plain = new StringBuilder(field.length());
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            char escaped = field.charAt(++i);
            plain.append(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped);
        }
        return plain.toString();
    }

    static IllegalArgumentException unknown(String what, List<String> line) {
        return new IllegalArgumentException("no " + what + " has a line '" + line.getFirst() + "'");
    }
}
