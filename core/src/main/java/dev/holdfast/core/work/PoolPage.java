// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A pool under its lock.
 *
 * @param domainOwners the pool that declared each domain that exists, for the domains that the wanted policy declares or uses
 * @param sharedDomains those shared domains that exist, of the domains that the wanted policy declares or uses
 * @param domainsInUse those that units of the pool name which have not ended, of the domains that the wanted policy gives up
 */
public record PoolPage(
        Moment now,
        Optional<Pool> pool,
        Map<String, PoolId> domainOwners,
        Set<String> sharedDomains,
        Set<String> domainsInUse) {}
