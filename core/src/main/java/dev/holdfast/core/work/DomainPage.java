// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * A domain under its lock.
 *
 * @param domain shared, or of the pool that declares it
 */
public record DomainPage(Moment now, Optional<Domain> domain) {}
