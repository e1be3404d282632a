// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** What is known about the effect of a run. */
public enum Evidence {
    /** The handler was not started. */
    NOT_STARTED,
    /** The handler ran and certainly had no effect. */
    NOT_APPLIED,
    /** The effect took place. */
    APPLIED,
    /** Nobody looked. */
    UNKNOWN,
    /** Somebody looked and could not tell. */
    AMBIGUOUS;

    /** Of what is known of two runs, what has to be assumed of both together. */
    Evidence orWorse(Evidence other) {
        if (this == APPLIED || other == APPLIED) {
            return APPLIED;
        }
        return compareTo(other) >= 0 ? this : other;
    }
}
