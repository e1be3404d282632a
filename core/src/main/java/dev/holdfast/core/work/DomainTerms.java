// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.List;

/**
 * What a domain allows.
 *
 * @param quarantineShare how much of each limit uncertain work may keep, in percent, 0 to 100; never less than one claim, or
 *     one unit of a resource
 */
public record DomainTerms(DomainLimit limit, int quarantineShare) {
    /** @throws IllegalArgumentException when the share is none */
    public DomainTerms {
        Quarantine.checkShare(quarantineShare);
    }

    /** With the share that pools have where they say nothing. */
    public DomainTerms(DomainLimit limit) {
        this(limit, Quarantine.DEFAULT_SHARE);
    }

    /** The names of the values in which {@code other} differs. */
    public List<String> differences(DomainTerms other) {
        Differences found = new Differences();
        found.compare("claims", limit.claims(), other.limit.claims());
        found.compare("resources", limit.resources(), other.limit.resources());
        found.compare("quarantineShare", quarantineShare, other.quarantineShare);
        return found.names();
    }
}
