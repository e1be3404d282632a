// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What a claim of a unit uses up while it is live: units of resources, and one place in each of some domains.
 *
 * @param demand resource to units, each at least 1
 */
public record Needs(SortedMap<String, Long> demand, SortedSet<String> domains) {
    public static final Needs NONE = new Needs(Collections.emptySortedMap(), Collections.emptySortedSet());

    public Needs {
        demand.forEach(Needs::checkAmount);
        domains.forEach(name -> Names.check("domain", name));
        demand = NameSets.copy(demand);
        domains = NameSets.copy(domains);
    }

    public boolean isNone() {
        return demand.isEmpty() && domains.isEmpty();
    }

    static void checkAmount(String resource, long units) {
        Names.check("resource", resource);
        if (units < 1) {
            throw new IllegalArgumentException("resource " + resource + " needs at least 1 unit, not " + units);
        }
    }
}
