// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;

/** What a store answers to the insertion of one {@link NewUnit}. */
public sealed interface Insertion {
    record Inserted() implements Insertion {}

    /** The pool's policy is of another revision than the units were decided on; none of the call was inserted. */
    record Outdated() implements Insertion {}

    /** The pool has a unit under this key. */
    record KeyTaken(Unit unit, Moment until) implements Insertion {}

    /** The authority has a unit of this id, under another key. */
    record IdTaken(Unit unit) implements Insertion {}

    /** The unit's eligibility would be one class too many. */
    record NoClassLeft(int limit) implements Insertion {}
}
