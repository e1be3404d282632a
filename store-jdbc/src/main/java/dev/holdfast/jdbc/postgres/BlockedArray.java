// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Blocked;
import java.util.Optional;

/** Since when a lane is blocked, as an array of three numbers: so the database orders them as the rules do. */
final class BlockedArray {
    private BlockedArray() {}

    /** As the database reads an array from a text. */
    static String write(Blocked blocked) {
        return "{" + blocked.grant() + "," + blocked.at().micros() + "," + blocked.sequence() + "}";
    }

    /** Empty for no numbers. */
    static Optional<Blocked> read(long[] numbers) {
        return numbers.length == 0
                ? Optional.empty()
                : Optional.of(new Blocked(numbers[0], new Moment(numbers[1]), numbers[2]));
    }

    /** Empty for the empty text. */
    static Optional<Blocked> read(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = text.substring(1, text.length() - 1).split(",", -1);
        return Optional.of(
                new Blocked(Long.parseLong(parts[0]), new Moment(Long.parseLong(parts[1])), Long.parseLong(parts[2])));
    }
}
