// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.WorkContext;
import java.time.Duration;

/** Makes the result of one try. */
record Ending(WorkContext context, long fromNanos) {
    CommandResult of(CommandResult.End end, int number, String detail) {
        Duration took = Duration.ofNanos(System.nanoTime() - fromNanos);
        return new CommandResult(context.work(), context.fence(), context.attempt(), end, number, took, detail);
    }

    CommandResult notStarted(int exit, String detail) {
        return of(CommandResult.End.NOT_STARTED, exit, detail);
    }
}
