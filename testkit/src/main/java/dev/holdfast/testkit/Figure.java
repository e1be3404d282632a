// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

/**
 * A number that a test reached, as a line that programs find in the output of a build: {@code figure: NAME VALUE}. The
 * table of docs/testing.md is written from these lines.
 */
public final class Figure {
    private static final String PREFIX = "figure: ";

    private Figure() {}

    /**
     * The line.
     *
     * @param name small letters, digits, dashes and dots, such as {@code simulation.steps}; one name stands for one number
     *     in a whole build, and of several lines with it the last counts
     */
    public static String line(String name, long value) {
        if (!name.matches("[a-z0-9]+([.-][a-z0-9]+)*")) {
            throw new IllegalArgumentException("no name of a figure: " + name);
        }
        return PREFIX + name + " " + value;
    }
}
