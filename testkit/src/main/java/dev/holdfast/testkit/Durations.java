// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 1m30s}, {@code 10ms}, {@code 30d}; and moments as a distance from the start.
 */
final class Durations {
    private static final Pattern PART = Pattern.compile("(\\d+)(d|h|ms|m|us|s)");
    private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us"};
    private static final long[] MICROS = {86_400_000_000L, 3_600_000_000L, 60_000_000L, 1_000_000L, 1_000L, 1L};

    private Durations() {}

    static Duration parse(String text) {
        Matcher parts = PART.matcher(text);
        Duration sum = Duration.ZERO;
        int end = 0;
        while (parts.find() && parts.start() == end) {
            end = parts.end();
            sum = sum.plus(Duration.ofNanos(
                    Math.multiplyExact(Long.parseLong(parts.group(1)), 1_000 * microsOf(parts.group(2)))));
        }
        if (end == 0 || end < text.length()) {
            throw new ScenarioError("a duration is written like 1m30s, not '" + text + "'");
        }
        return sum;
    }

    static String print(Duration duration) {
        if (duration.isNegative()) {
            return "-" + print(duration.negated());
        }
        long rest = Moment.micros(duration);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < UNITS.length; i++) {
            if (rest >= MICROS[i]) {
                text.append(rest / MICROS[i]).append(UNITS[i]);
                rest %= MICROS[i];
            }
        }
        return text.isEmpty() ? "0s" : text.toString();
    }

    /** A moment as its distance from {@link ManualClock#START}. */
    static String print(Moment moment) {
        if (moment.equals(Moment.FOREVER)) {
            return "forever";
        }
        String distance = print(moment.since(ManualClock.START));
        return distance.startsWith("-") ? distance : "+" + distance;
    }

    private static long microsOf(String unit) {
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].equals(unit)) {
                return MICROS[i];
            }
        }
        throw new ScenarioError("no such unit of time: " + unit);
    }
}
