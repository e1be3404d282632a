// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * What live claims of the units that name a domain may use together.
 *
 * @param claims how many may be live at once; empty: any number
 * @param resources resource to units; a resource that is not listed is not limited by the domain
 */
public record DomainLimit(OptionalLong claims, SortedMap<String, Long> resources) {
    public DomainLimit {
        if (claims.isPresent() && claims.getAsLong() < 1) {
            throw new IllegalArgumentException("a domain allows at least 1 claim, not " + claims.getAsLong());
        }
        resources.forEach(Needs::checkAmount);
        resources = NameSets.copy(resources);
    }

    public static DomainLimit claims(long limit) {
        return new DomainLimit(OptionalLong.of(limit), NameSets.copy(java.util.Map.of()));
    }
}
