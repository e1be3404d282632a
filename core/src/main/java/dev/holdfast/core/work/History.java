// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import dev.holdfast.core.WorkId;
import java.util.List;
import java.util.Optional;

/** All that ever happened to one unit, in order; empty when there is no such unit. */
public record History(WorkId work) implements Query<Optional<List<HistoryEntry>>> {}
