// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s} or just {@code 30}, {@code 5m}, {@code 2h}, {@code 1d}, to the
 * millisecond. The few that have no such form are written in that of ISO 8601, which is read too.
 */
public final class DurationText {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h|d)?");

    /** The largest number that {@link #FORM} takes. */
    private static final long MOST = 999_999_999;

    private record Unit(String name, long millis) {}

    private static final Unit SECOND = new Unit("s", 1_000);

    /** The largest first. */
    private static final List<Unit> UNITS = List.of(
            new Unit("d", 86_400_000), new Unit("h", 3_600_000), new Unit("m", 60_000), SECOND, new Unit("ms", 1));

    private DurationText() {}

    /** @throws IllegalArgumentException when it is no duration */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text);
        if (form.matches()) {
            String name = form.group(2) == null ? SECOND.name() : form.group(2);
            long unit = UNITS.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .millis();
            return Duration.ofMillis(new BigDecimal(form.group(1))
                    .multiply(BigDecimal.valueOf(unit))
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact());
        }
        if (text.startsWith("PT")) {
            try {
                return Duration.parse(text);
            } catch (DateTimeException e) {
                // What it should look like is said below.
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no duration; write 500ms, 30s, 5m, 2h or 1d");
    }

    /** What {@link #parse} reads as this very duration. */
    public static String write(Duration duration) {
        boolean isPlain = !duration.isNegative()
                && duration.getSeconds() <= MOST * (UNITS.getFirst().millis() / SECOND.millis())
                && duration.getNano() % 1_000_000 == 0;
        if (!isPlain) {
            return duration.toString();
        }
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0s";
        }
        for (Unit unit : UNITS) {
            if (millis % unit.millis() == 0 && millis / unit.millis() <= MOST) {
                return millis / unit.millis() + unit.name();
            }
        }
        return duration.getSeconds() <= MOST
                ? "%d.%03d%s".formatted(duration.getSeconds(), duration.toMillisPart(), SECOND.name())
                : duration.toString();
    }
}
