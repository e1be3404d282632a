// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/** The one rule for every name in a ledger: 1 to 200 characters that a person can see, compared exactly. */
public final class Names {
    /** Longest name, in UTF-16 units. Long enough for a path or a digest, short enough for an index. */
    public static final int MAX_LENGTH = 200;

    private Names() {}

    /**
     * Returns {@code value} when it is a legal name.
     *
     * @param what what the name names, for the message
     * @throws IllegalArgumentException when it is empty, too long, has control characters or unpaired surrogates, or
     *     starts or ends with a space
     */
    public static String check(String what, String value) {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + MAX_LENGTH + " characters, has " + value.length());
        }
        if (value.charAt(0) == ' ' || value.charAt(value.length() - 1) == ' ') {
            throw new IllegalArgumentException(what + " must not start or end with a space: '" + value + "'");
        }
        for (int i = 0; i < value.length(); ) {
            int point = value.codePointAt(i);
            if (!isVisible(point)) {
                throw new IllegalArgumentException(
                        what + " has a character that cannot be seen (U+%04X) at %d".formatted(point, i));
            }
            i += Character.charCount(point);
        }
        return value;
    }

    /** Orders texts by code points, as stores do that compare their bytes in UTF-8. */
    public static int compare(String one, String other) {
        int both = Math.min(one.length(), other.length());
        for (int i = 0; i < both; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                return Character.isSurrogate(a) == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    private static boolean isVisible(int point) {
        if (point == ' ') {
            return true;
        }
        if (point < 0x7f) {
            return point > 0x20;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
