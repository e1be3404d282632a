// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Query;
import java.util.List;

/** All attempts of an owner, in order: the last one is the active one. A runtime may be let into that one at most. */
public record ListAttempts(ExecutionOwnerId owner) implements Query<List<Attempt>> {}
