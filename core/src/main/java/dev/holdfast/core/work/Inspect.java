// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import dev.holdfast.core.WorkId;
import java.util.Optional;

/** One unit of work with its whole history. */
public record Inspect(WorkId work) implements Query<Optional<Unit>> {}
