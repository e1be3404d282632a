// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How things are written for people. */
public final class Text {
    private Text() {}

    /** Text that stays on one line and does nothing to a terminal: control characters become escapes. */
    public static String oneLine(@Nullable String text) {
        if (text == null) {
            return "no message";
        }
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            switch (point) {
                case '\n' -> safe.append("\\n");
                case '\r' -> safe.append("\\r");
                case '\t' -> safe.append("\\t");
                default -> {
                    if (Character.isISOControl(point)
                            || Character.getType(point) == Character.FORMAT
                            || Character.getType(point) == Character.SURROGATE) {
                        safe.append("\\x%02x".formatted(point));
                    } else {
                        safe.appendCodePoint(point);
                    }
                }
            }
        });
        return safe.toString();
    }

    /** At most {@code length} characters, cut in the middle, where names differ least. */
    public static String shorten(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int tail = (length - 3) / 2;
        return text.substring(0, length - 3 - tail) + "..." + text.substring(text.length() - tail);
    }

    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A number and its noun: {@code 1 unit}, {@code 2,000 units}. */
    public static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code 0.4 s}, {@code 12 s}, {@code 3 min 5 s}, {@code 2 h 4 min}. */
    public static String duration(Duration duration) {
        double seconds = duration.toMillis() / 1000.0;
        if (seconds < 10) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = duration.toSeconds();
        if (whole < 120) {
            return whole + " s";
        }
        return whole < 7200
                ? whole / 60 + " min " + whole % 60 + " s"
                : whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }

    /** A word as a POSIX shell reads it back. */
    public static String shellWord(String word) {
        return !word.isEmpty() && word.matches("[A-Za-z0-9_@%+=:,./-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
