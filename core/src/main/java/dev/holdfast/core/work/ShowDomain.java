// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import java.util.Optional;

/** A domain, and what each pool uses of it. */
public record ShowDomain(String domain) implements Query<Optional<DomainSnapshot>> {}
