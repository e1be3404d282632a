// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.Query;
import java.util.List;

/** The workers that offer a pool, dead ones included, by id. */
public record ListWorkers(PoolId pool) implements Query<List<WorkerRecord>> {}
