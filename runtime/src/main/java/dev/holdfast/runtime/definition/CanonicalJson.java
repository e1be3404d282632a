// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.definition;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The one way to write a JSON value, {@value #NAME}: equal values have equal texts, and other values have others.
 *
 * <ul>
 *   <li>Nothing stands between the signs; the bytes are UTF-8.
 *   <li>Members are sorted by the code points of their names. A name that stands twice is refused.
 *   <li>Text has no escape but the shortest for what JSON must escape: {@code \" \\ \b \t \n \f \r}, and four small
 *       hexadecimal digits for other control characters. Half a surrogate pair is refused.
 *   <li>Numbers are exact decimals, see {@link CanonicalNumber}.
 * </ul>
 */
public final class CanonicalJson {
    /** Its name in fingerprints. Another way to write gets another name. */
    public static final String NAME = "holdfast-canonical-json/v1";

    /** Longest text that is written, in bytes. Far above every definition that a person or a builder makes. */
    public static final int MAX_BYTES = 1 << 20;

    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private final JsonParser parser;

    private CanonicalJson(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Writes a value that is given as JSON text.
     *
     * @throws IllegalArgumentException when it is no JSON value, has a member twice, half a surrogate pair or a number out of
     *     bounds, or is longer than {@link #MAX_BYTES}
     */
    public static String write(String json) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            String text = new CanonicalJson(parser).document();
            if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
                throw new IllegalArgumentException("a definition has at most " + MAX_BYTES + " bytes");
            }
            return text;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("this is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private String document() {
        StringBuilder out = new StringBuilder();
        value(next(), out);
        if (parser.nextValue() != null) {
            throw new IllegalArgumentException("this is no JSON: more than one value");
        }
        return out.toString();
    }

    private void value(JsonToken first, StringBuilder out) {
        switch (first) {
            case START_OBJECT -> members(out);
            case START_ARRAY -> items(out);
            case VALUE_STRING -> text(parser.getString(), out);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.append(CanonicalNumber.write(parser.getString()));
            case VALUE_TRUE -> out.append("true");
            case VALUE_FALSE -> out.append("false");
            case VALUE_NULL -> out.append("null");
            default -> throw new IllegalArgumentException("this is no JSON: " + first);
        }
    }

    private void members(StringBuilder out) {
        Map<String, String> members = new TreeMap<>(CanonicalJson::byCodePoint);
        for (JsonToken first = next(); first != JsonToken.END_OBJECT; first = next()) {
            String name = parser.currentName();
            StringBuilder value = new StringBuilder();
            value(first, value);
            if (members.put(name, value.toString()) != null) {
                throw new IllegalArgumentException("the member '" + name + "' stands twice");
            }
        }
        out.append('{');
        String between = "";
        for (Map.Entry<String, String> member : members.entrySet()) {
            out.append(between);
            text(member.getKey(), out);
            out.append(':').append(member.getValue());
            between = ",";
        }
        out.append('}');
    }

    private void items(StringBuilder out) {
        out.append('[');
        String between = "";
        for (JsonToken first = next(); first != JsonToken.END_ARRAY; first = next()) {
            out.append(between);
            value(first, out);
            between = ",";
        }
        out.append(']');
    }

    private JsonToken next() {
        return Objects.requireNonNullElse(parser.nextValue(), JsonToken.NOT_AVAILABLE);
    }

    /** By code points, not by the 16-bit halves of those above U+FFFF, which would sort before U+E000. */
    private static int byCodePoint(String a, String b) {
        int at = 0;
        while (at < a.length() && at < b.length()) {
            int left = a.codePointAt(at);
            int right = b.codePointAt(at);
            if (left != right) {
                return Integer.compare(left, right);
            }
            at += Character.charCount(left);
        }
        return Integer.compare(a.length(), b.length());
    }

    private static void text(String value, StringBuilder out) {
        out.append('"');
        for (int at = 0; at < value.length(); ) {
            int point = value.codePointAt(at);
            if (Character.getType(point) == Character.SURROGATE) {
                throw new IllegalArgumentException("a text has half a surrogate pair");
            }
            sign(point, out);
            at += Character.charCount(point);
        }
        out.append('"');
    }

    private static void sign(int point, StringBuilder out) {
        switch (point) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\t' -> out.append("\\t");
            case '\n' -> out.append("\\n");
            case '\f' -> out.append("\\f");
            case '\r' -> out.append("\\r");
            default -> {
                if (point < 0x20) {
                    out.append("\\u%04x".formatted(point));
                } else {
                    out.appendCodePoint(point);
                }
            }
        }
    }
}
