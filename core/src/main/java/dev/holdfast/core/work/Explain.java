// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import dev.holdfast.core.WorkId;
import java.util.Optional;

/** The one reason why a unit of work is where it is, and what would make it run. */
public record Explain(WorkId work) implements Query<Optional<Explained>> {}
