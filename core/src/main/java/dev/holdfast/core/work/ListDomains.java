// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import java.util.List;

/** All domains by name, those that pools declare included. */
public record ListDomains() implements Query<List<Domain>> {}
