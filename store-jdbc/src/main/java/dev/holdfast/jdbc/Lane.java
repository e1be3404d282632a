// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What the units of a lane have in common. Written once, so that it may be kept in memory. Thread-safe. */
public final class Lane {
    public final long id;
    public final long pool;
    public final int band;
    public final String key;

    /** The store's number of the eligibility; not that of its class, which may change. */
    public final long eligibilityId;

    public final Eligibility eligibility;
    public final Needs needs;
    private final Map<Recovery, Requirements> plain = new ConcurrentHashMap<>();

    public Lane(long id, long pool, int band, String key, long eligibilityId, Eligibility eligibility, Needs needs) {
        this.id = id;
        this.pool = pool;
        this.band = band;
        this.key = key;
        this.eligibilityId = eligibilityId;
        this.eligibility = eligibility;
        this.needs = needs;
    }

    /** The requirements of a unit of this lane that asks for nothing special: one object for all of them. */
    public Requirements requirements(Recovery recovery) {
        return plain.computeIfAbsent(
                recovery,
                each -> new Requirements(
                        eligibility, needs, key, band, each, Duration.ZERO, Optional.empty(), Optional.empty()));
    }

    public Requirements requirements(Recovery recovery, OptionsText options) {
        String own = options.fairnessKey().orElse(key);
        return new Requirements(
                eligibility, needs, own, band, recovery, options.delay(), options.startBy(), options.runLimit());
    }
}
