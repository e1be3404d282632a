// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import java.util.Optional;

/** The ways in which the worker itself gives work back. */
final class Releases {
    private Releases() {}

    /** Burns no attempt, and may be claimed again at once. */
    static Answer notStarted(String reason) {
        return new Answer.Released(Evidence.NOT_STARTED, reason, Optional.empty());
    }

    /** Its handler ended without saying what it did. */
    static Answer unknown(String reason) {
        return new Answer.Released(Evidence.UNKNOWN, reason, Optional.empty());
    }
}
