// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import java.util.List;

/** All pools, by id. */
public record ListPools() implements Query<List<Pool>> {}
