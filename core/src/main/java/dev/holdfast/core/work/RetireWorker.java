// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.WorkerId;

/**
 * Ends a worker for ever: sent by the worker itself when it has stopped, or by somebody who has proof that its process is
 * gone. Its claims are lost at the next sweep, without waiting for its lease.
 *
 * @param proof why it is certain that the worker runs nothing any more
 */
public record RetireWorker(WorkerId worker, String proof) implements Command<WorkerDecision> {}
