// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import java.util.Collection;

/** JSON arrays: the way to give a list to a statement that is prepared once. */
public final class Json {
    private Json() {}

    public static String numbers(long[] values) {
        StringBuilder json = new StringBuilder(2 + 12 * values.length).append('[');
        for (long value : values) {
            json.append(json.length() == 1 ? "" : ",").append(value);
        }
        return json.append(']').toString();
    }

    public static String texts(Collection<String> values) {
        StringBuilder json = new StringBuilder(2 + 24 * values.size()).append('[');
        for (String value : values) {
            json.append(json.length() == 1 ? "" : ",");
            quote(json, value);
        }
        return json.append(']').toString();
    }

    private static void quote(StringBuilder json, String value) {
        json.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append("\\u%04x".formatted((int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
