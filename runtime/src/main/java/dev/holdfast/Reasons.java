// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Names;

/** Makes a reason, which is a legal name, of any text: whatever a handler throws must be able to become one. */
final class Reasons {
    private static final String NONE = "no reason given";

    private Reasons() {}

    static String of(Throwable thrown) {
        String message = thrown.getMessage();
        String name = thrown.getClass().getName();
        return text(message == null ? name : name + ": " + message);
    }

    /** The text with every stretch of characters that cannot be seen replaced by one space, cut to the longest name. */
    static String text(String any) {
        StringBuilder text = new StringBuilder();
        boolean gap = false;
        for (int i = 0; i < any.length() && text.length() < Names.MAX_LENGTH; ) {
            int point = any.codePointAt(i);
            i += Character.charCount(point);
            if (isVisible(point)) {
                if (gap && !text.isEmpty()) {
                    text.append(' ');
                }
                text.appendCodePoint(point);
                gap = false;
            } else {
                gap = true;
            }
        }
        while (text.length() > Names.MAX_LENGTH) {
            text.setLength(text.offsetByCodePoints(text.length(), -1));
        }
        return text.isEmpty() ? NONE : text.toString().stripTrailing();
    }

    private static boolean isVisible(int point) {
        if (point == ' ') {
            return false;
        }
        try {
            Names.check("character", Character.toString(point));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
