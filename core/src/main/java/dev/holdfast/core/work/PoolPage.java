// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import java.util.Map;
import java.util.Optional;

/**
 * A pool under its lock.
 *
 * @param domainOwners the pool that declared each domain that exists, for the domains that were asked about
 */
public record PoolPage(Moment now, Optional<Pool> pool, Map<String, PoolId> domainOwners) {}
