// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/**
 * A place in the feed. For its reader it is only something to go on from.
 *
 * @param place of the transaction, in stores that number them; 0 where all commits have one order anyway
 * @param number of the event
 */
public record EventCursor(long place, long number) {
    /** Before all events. */
    public static final EventCursor START = new EventCursor(0, 0);

    /** @throws IllegalArgumentException when a part is negative */
    public EventCursor {
        if (place < 0 || number < 0) {
            throw new IllegalArgumentException("a cursor has no negative parts");
        }
    }

    /**
     * Reads what {@link #toString()} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static EventCursor parse(String text) {
        int dot = text.indexOf('.');
        try {
            return new EventCursor(
                    Long.parseLong(text.substring(0, Math.max(dot, 0))), Long.parseLong(text.substring(dot + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a cursor is written like 12.345, not '" + text + "'", e);
        }
    }

    @Override
    public String toString() {
        return place + "." + number;
    }
}
