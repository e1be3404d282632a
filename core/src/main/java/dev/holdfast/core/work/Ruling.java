// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import java.util.Optional;

/**
 * What a rule made of a command about one unit.
 *
 * @param after the changed unit; empty when nothing changes
 */
record Ruling<R extends Decision>(Optional<Unit> after, R decision) {
    static <R extends Decision> Ruling<R> unchanged(R decision) {
        return new Ruling<>(Optional.empty(), decision);
    }

    static <R extends Decision> Ruling<R> changed(Unit after, R decision) {
        return new Ruling<>(Optional.of(after), decision);
    }
}
