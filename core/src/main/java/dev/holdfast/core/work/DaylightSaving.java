// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/**
 * What becomes of a tick whose time of day a zone does not have, or has twice, because its clocks are changed that day.
 *
 * @param missing the time of day is left out: clocks are put forward
 * @param repeated the time of day comes twice: clocks are put back
 */
public record DaylightSaving(Missing missing, Repeated repeated) {
    /** Every day has its tick, and none has two. */
    public static final DaylightSaving DEFAULT = new DaylightSaving(Missing.SHIFT, Repeated.ONCE);

    /** Of a time of day that is left out. */
    public enum Missing {
        /** There is no tick. */
        SKIP,
        /** The tick is as much later as the clocks are put forward: when it would be if nobody had touched them. */
        SHIFT
    }

    /** Of a time of day that comes twice. */
    public enum Repeated {
        /** The tick is at the first of the two. */
        ONCE,
        /** There are two ticks. */
        TWICE
    }

    @Override
    public String toString() {
        return missing + ", " + repeated;
    }
}
