// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

import java.time.Duration;
import java.util.Optional;

/**
 * What the owner of a binding says about the place where work is to run.
 *
 * @param maximumExecution how long the host lets one run last, as the host attests it; longer than zero
 * @param processes whether steps of processes are to run there, for which the ledger must commit them with their work
 */
public record TargetConstraints(Optional<Duration> maximumExecution, boolean processes) {
    /** Nothing is attested, and everything is to run there: what asks most of a target. */
    public static final TargetConstraints STRICT = new TargetConstraints(Optional.empty(), true);

    /** @throws IllegalArgumentException when the maximum is not longer than zero */
    public TargetConstraints {
        maximumExecution.ifPresent(limit -> {
            if (limit.isNegative() || limit.isZero()) {
                throw new IllegalArgumentException("a maximum execution time is longer than zero, not " + limit);
            }
        });
    }

    public TargetConstraints withMaximumExecution(Duration value) {
        return new TargetConstraints(Optional.of(value), processes);
    }

    /** For work that belongs to no process. */
    public TargetConstraints withoutProcesses() {
        return new TargetConstraints(maximumExecution, false);
    }
}
