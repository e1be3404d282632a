// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import java.time.Duration;

/** How long texts and times may be. What is out of bounds is refused where the command is made. */
final class Bounds {
    /** Longest reason and message, in UTF-16 units. */
    static final int REASON = 8_192;

    /** Longest text of a provider, an instruction or a result, in UTF-16 units. */
    static final int DOCUMENT = 65_536;

    static final Duration MIN_LEASE = Duration.ofSeconds(1);

    static final Duration MAX_LEASE = Duration.ofHours(1);

    /** Longest time until a runtime has to be there, and longest run of an operation. */
    static final Duration MAX_TIME = Duration.ofDays(366);

    private Bounds() {}

    /** A text of 1 to {@code max} UTF-16 units that every store can keep: without NUL and halves of surrogate pairs. */
    static String text(String what, String value, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw new IllegalArgumentException(what + " has 1 to " + max + " characters, not " + value.length());
        }
        for (int at = 0; at < value.length(); ) {
            int point = value.codePointAt(at);
            if (point == 0 || Character.getType(point) == Character.SURROGATE) {
                throw new IllegalArgumentException(what + " has a character that is none at " + at);
            }
            at += Character.charCount(point);
        }
        return value;
    }

    static void lease(Duration lease) {
        between("a lease", lease, MIN_LEASE, MAX_LEASE);
    }

    static void time(String what, Duration time) {
        between(what, time, Duration.ofMillis(1), MAX_TIME);
    }

    private static void between(String what, Duration time, Duration least, Duration most) {
        if (time.compareTo(least) < 0 || time.compareTo(most) > 0) {
            throw new IllegalArgumentException(what + " takes " + least + " to " + most + ", not " + time);
        }
    }
}
