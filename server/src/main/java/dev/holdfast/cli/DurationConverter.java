// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 30s} or just {@code 30}, {@code 5m}, {@code 2h}, {@code 1d}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h|d)?");
    private static final Map<String, Long> MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is no duration; write 500ms, 30s, 5m, 2h or 1d");
        }
        long unit = Objects.requireNonNull(MILLIS.get(form.group(2) == null ? "s" : form.group(2)));
        return Duration.ofMillis(Math.round(Double.parseDouble(form.group(1)) * unit));
    }
}
