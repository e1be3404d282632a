// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import java.time.Duration;
import java.util.List;

/** One step of a history: something that can be left out of it. */
sealed interface Step {
    /** Time passes; a negative duration sets the clock back. */
    record Pass(Duration duration) implements Step {}

    /** Commands at one moment; several go in one batch. */
    record Give(List<Command<?>> commands) implements Step {
        public Give {
            commands = List.copyOf(commands);
        }
    }
}
