// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import java.io.Reader;

/**
 * Reads a text and never ends with the first half of a character that takes two, unless only one is asked for: the parser of
 * YAML fails on such a half at the end of what it has asked for.
 */
final class WholeCharacters extends Reader {
    private final String text;
    private int at;

    WholeCharacters(String text) {
        this.text = text;
    }

    @Override
    public int read(char[] target, int offset, int length) {
        if (at == text.length()) {
            return -1;
        }
        int end = Math.min(text.length(), at + length);
        if (end - at > 1 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        text.getChars(at, end, target, offset);
        int count = end - at;
        at = end;
        return count;
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
