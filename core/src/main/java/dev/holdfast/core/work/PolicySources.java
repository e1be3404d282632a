// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.Map;
import java.util.SortedMap;

/**
 * Where the values of one revision of a policy came from. No part of the policy: the same policy from elsewhere is the same.
 *
 * @param common of all values but the exceptions
 * @param exceptions by the value's name in {@link PoolPolicy}
 */
public record PolicySources(Source common, SortedMap<String, Source> exceptions) {
    /** All of it was given by nobody in particular. */
    public static final PolicySources UNNAMED = of(Source.UNNAMED);

    public PolicySources {
        exceptions = NameSets.copy(exceptions);
    }

    /** One source for all values. */
    public static PolicySources of(Source common) {
        return new PolicySources(common, NameSets.copy(Map.of()));
    }

    /** The source of one value. */
    public Source of(String value) {
        return exceptions.getOrDefault(value, common);
    }
}
