// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;

/** Makes a worker known and starts its lease. */
public record RegisterWorker(WorkerOffer offer) implements Command<WorkerDecision> {}
