// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** Changes values of a {@link PoolPolicy}, which are described there; all of them are checked by {@link #build}. */
public final class PolicyBuilder {
    private int maxLiveClaims;
    private OptionalLong maxQueued;
    private SortedMap<String, Long> capacity;
    private SortedMap<String, DomainLimit> domains;
    private SortedSet<String> sharedDomains;
    private int maxAttempts;
    private int maxLosses;
    private Retry retry;
    private Duration workerLease;
    private Duration claimLease;
    private Duration sweepEvery;
    private Oversized oversized;
    private BandOrder order;
    private int bypassLimit;
    private Duration agingAfter;
    private int quarantineShare;
    private Duration escalateAfter;
    private Fairness fairness;
    private Duration keysFor;
    private SortedMap<String, String> labels;

    PolicyBuilder(PoolPolicy from) {
        maxLiveClaims = from.maxLiveClaims();
        maxQueued = from.maxQueued();
        capacity = from.capacity();
        domains = from.domains();
        sharedDomains = from.sharedDomains();
        maxAttempts = from.maxAttempts();
        maxLosses = from.maxLosses();
        retry = from.retry();
        workerLease = from.workerLease();
        claimLease = from.claimLease();
        sweepEvery = from.sweepEvery();
        oversized = from.oversized();
        order = from.order();
        bypassLimit = from.bypassLimit();
        agingAfter = from.agingAfter();
        quarantineShare = from.quarantineShare();
        escalateAfter = from.escalateAfter();
        fairness = from.fairness();
        keysFor = from.keysFor();
        labels = from.labels();
    }

    public PolicyBuilder maxLiveClaims(int value) {
        maxLiveClaims = value;
        return this;
    }

    public PolicyBuilder maxQueued(OptionalLong value) {
        maxQueued = value;
        return this;
    }

    public PolicyBuilder capacity(Map<String, Long> value) {
        capacity = NameSets.copy(value);
        return this;
    }

    public PolicyBuilder domains(Map<String, DomainLimit> value) {
        domains = NameSets.copy(value);
        return this;
    }

    public PolicyBuilder sharedDomains(Set<String> value) {
        sharedDomains = NameSets.copy(value);
        return this;
    }

    public PolicyBuilder maxAttempts(int value) {
        maxAttempts = value;
        return this;
    }

    public PolicyBuilder maxLosses(int value) {
        maxLosses = value;
        return this;
    }

    public PolicyBuilder retry(Retry value) {
        retry = value;
        return this;
    }

    public PolicyBuilder workerLease(Duration value) {
        workerLease = value;
        return this;
    }

    public PolicyBuilder claimLease(Duration value) {
        claimLease = value;
        return this;
    }

    public PolicyBuilder sweepEvery(Duration value) {
        sweepEvery = value;
        return this;
    }

    public PolicyBuilder oversized(Oversized value) {
        oversized = value;
        return this;
    }

    public PolicyBuilder order(BandOrder value) {
        order = value;
        return this;
    }

    public PolicyBuilder bypassLimit(int grants) {
        bypassLimit = grants;
        return this;
    }

    public PolicyBuilder agingAfter(Duration value) {
        agingAfter = value;
        return this;
    }

    public PolicyBuilder quarantineShare(int percent) {
        quarantineShare = percent;
        return this;
    }

    public PolicyBuilder escalateAfter(Duration value) {
        escalateAfter = value;
        return this;
    }

    public PolicyBuilder fairness(Fairness value) {
        fairness = value;
        return this;
    }

    public PolicyBuilder keysFor(Duration value) {
        keysFor = value;
        return this;
    }

    public PolicyBuilder labels(Map<String, String> value) {
        labels = NameSets.copy(value);
        return this;
    }

    /** @throws IllegalArgumentException when a value is out of its bounds */
    public PoolPolicy build() {
        return new PoolPolicy(
                maxLiveClaims,
                maxQueued,
                capacity,
                domains,
                sharedDomains,
                maxAttempts,
                maxLosses,
                retry,
                workerLease,
                claimLease,
                sweepEvery,
                oversized,
                order,
                bypassLimit,
                agingAfter,
                quarantineShare,
                escalateAfter,
                fairness,
                keysFor,
                labels);
    }
}
