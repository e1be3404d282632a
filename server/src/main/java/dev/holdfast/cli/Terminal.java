// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.util.Optional;

/** What is known of the terminal: the launcher looks, because a JVM cannot ask about each stream. */
public final class Terminal {
    private static final int USUAL_WIDTH = 80;

    private Terminal() {}

    /** Whether standard error is a terminal, so that a line may be drawn over. */
    public static boolean isInteractive() {
        return "true".equals(System.getProperty("holdfast.terminal"));
    }

    public static boolean hasColor() {
        return isInteractive()
                && Optional.ofNullable(System.getenv("NO_COLOR")).orElse("").isEmpty();
    }

    public static int width() {
        try {
            return Math.max(
                    40,
                    Integer.parseInt(
                            Optional.ofNullable(System.getenv("COLUMNS")).orElse("")));
        } catch (NumberFormatException e) {
            return USUAL_WIDTH;
        }
    }
}
