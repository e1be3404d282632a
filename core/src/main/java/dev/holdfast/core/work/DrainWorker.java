// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.WorkerId;

/** Stops or resumes claims of a worker. A draining worker goes on renewing and settling. */
public record DrainWorker(WorkerId worker, boolean draining) implements Command<WorkerDecision> {}
