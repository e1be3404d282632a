// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.jdbc.OptionsText;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What the units of a lane have in common. Written once, so that it may be kept in memory. */
final class Lane {
    final long id;
    final long pool;
    final int band;
    final String key;

    /** The store's number of the eligibility; not that of its class, which may change. */
    final long eligibilityId;

    final Eligibility eligibility;
    final Needs needs;
    private final Map<Recovery, Requirements> plain = new EnumMap<>(Recovery.class);

    Lane(long id, long pool, int band, String key, long eligibilityId, Eligibility eligibility, Needs needs) {
        this.id = id;
        this.pool = pool;
        this.band = band;
        this.key = key;
        this.eligibilityId = eligibilityId;
        this.eligibility = eligibility;
        this.needs = needs;
    }

    /** The requirements of a unit of this lane that asks for nothing special: one object for all of them. */
    Requirements requirements(Recovery recovery) {
        return plain.computeIfAbsent(
                recovery,
                each -> new Requirements(
                        eligibility, needs, key, band, each, Duration.ZERO, Optional.empty(), Optional.empty()));
    }

    Requirements requirements(Recovery recovery, OptionsText options) {
        return new Requirements(
                eligibility, needs, key, band, recovery, options.delay(), options.startBy(), options.runLimit());
    }
}
