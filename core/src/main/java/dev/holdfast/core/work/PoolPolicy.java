// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The rules of a pool; {@link #change} makes others of them. Defaults, each with its reason:
 *
 * <table>
 * <caption>defaults</caption>
 * <tr><td>maxLiveClaims 10,000</td><td>a bound on what one pool can have running, far above what one team runs</td></tr>
 * <tr><td>maxQueued none</td><td>what was accepted is kept; how much that may be is a question of disk</td></tr>
 * <tr><td>order SHARED, 5 of 100 for each lower band</td><td>what is urgent goes first, and nothing behind it stands still</td></tr>
 * <tr><td>fairness: every key the same weight</td><td>nobody's share is guessed</td></tr>
 * <tr><td>capacity, domains, sharedDomains none</td><td>limits are the operator's to set; none is guessed</td></tr>
 * <tr><td>maxAttempts 5</td><td>four repeats at growing distance outlast a restart of what the handler calls</td></tr>
 * <tr><td>maxLosses 5</td><td>a unit that took five workers down with it is the cause, not the victim</td></tr>
 * <tr><td>retry 1 s, factor 2, cap 10 min, jitter 20 %</td><td>quick for a blip, polite to an outage</td></tr>
 * <tr><td>workerLease 30 s</td><td>longer than a garbage collection or a database failover takes, short for people who wait</td></tr>
 * <tr><td>claimLease = workerLease</td><td>a reply that takes longer than that was lost</td></tr>
 * <tr><td>sweepEvery 5 s</td><td>a sixth of the lease: adds little to the time a lost unit waits</td></tr>
 * <tr><td>oversized RETAIN</td><td>a later policy can make room; nothing is thrown away</td></tr>
 * <tr><td>bypassLimit 1,000 grants</td><td>a busy pool makes so many in seconds; a reservation keeps room idle, so that what
 *     would soon fit anyway must not open one</td></tr>
 * <tr><td>agingAfter 5 min</td><td>in a pool with few grants people begin to ask then; most of what holds room has ended</td></tr>
 * <tr><td>quarantineShare 50 %</td><td>half of a domain goes on, however much of it is uncertain</td></tr>
 * <tr><td>escalateAfter 1 h</td><td>inquiries have been tried for long; what is still uncertain then needs a person</td></tr>
 * <tr><td>keysFor 30 days</td><td>longer than any queue or person sends the same thing again</td></tr>
 * </table>
 *
 * @param maxLiveClaims at least 1
 * @param maxQueued how many units may be queued before new ones are refused, at least 1; empty: any number
 * @param capacity resource to units that all live claims of the pool share; a resource that is not listed is not limited
 *     by the pool
 * @param domains those that the pool declares, which are its own
 * @param sharedDomains the names of the shared domains that the pool uses; none of them is one that it declares
 * @param maxAttempts how many answered tries a unit has before it is POISONED
 * @param maxLosses how many lost claims a unit has before it is POISONED
 * @param workerLease how long a worker lives without a heartbeat
 * @param claimLease how long the worker of a claim may leave it unmentioned
 * @param order what the bands of the pool leave each other
 * @param bypassLimit after how many grants of the pool, at least 1, a lane that found no room gets a reservation
 * @param agingAfter after what time it gets one, however few were granted; whichever comes first
 * @param quarantineShare how much of each domain of the pool uncertain work may keep, in percent, 0 to 100; never less than
 *     one claim, or one unit of a resource
 * @param escalateAfter how long a unit may be uncertain before that is an alarm; nothing else happens then
 * @param fairness how grants are shared between fairness keys
 * @param keysFor how long an idempotency key is remembered after admission
 * @param labels for people: who owns the pool, what it is for
 */
public record PoolPolicy(
        int maxLiveClaims,
        OptionalLong maxQueued,
        SortedMap<String, Long> capacity,
        SortedMap<String, DomainLimit> domains,
        SortedSet<String> sharedDomains,
        int maxAttempts,
        int maxLosses,
        Retry retry,
        Duration workerLease,
        Duration claimLease,
        Duration sweepEvery,
        Oversized oversized,
        BandOrder order,
        int bypassLimit,
        Duration agingAfter,
        int quarantineShare,
        Duration escalateAfter,
        Fairness fairness,
        Duration keysFor,
        SortedMap<String, String> labels) {
    public static final PoolPolicy DEFAULT = new PoolPolicy(
            10_000,
            OptionalLong.empty(),
            NameSets.copy(Map.of()),
            NameSets.copy(Map.of()),
            NameSets.copy(Set.of()),
            5,
            5,
            new Retry(Duration.ofSeconds(1), 2, Duration.ofMinutes(10), 20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Oversized.RETAIN,
            BandOrder.DEFAULT,
            1_000,
            Duration.ofMinutes(5),
            Quarantine.DEFAULT_SHARE,
            Duration.ofHours(1),
            Fairness.EQUAL,
            Duration.ofDays(30),
            NameSets.copy(Map.of()));

    public PoolPolicy {
        checkAtLeastOne("maxLiveClaims", maxLiveClaims);
        maxQueued.ifPresent(most -> checkAtLeastOne("maxQueued", most));
        checkAtLeastOne("maxAttempts", maxAttempts);
        checkAtLeastOne("maxLosses", maxLosses);
        capacity.forEach(Needs::checkAmount);
        domains.keySet().forEach(name -> Names.check("domain", name));
        for (String name : sharedDomains) {
            Names.check("domain", name);
            if (domains.containsKey(name)) {
                throw new IllegalArgumentException("domain " + name + " is declared and used as a shared one");
            }
        }
        Requirements.checkPositive("workerLease", workerLease);
        Requirements.checkPositive("claimLease", claimLease);
        Requirements.checkPositive("sweepEvery", sweepEvery);
        checkAtLeastOne("bypassLimit", bypassLimit);
        Requirements.checkPositive("agingAfter", agingAfter);
        Quarantine.checkShare(quarantineShare);
        Requirements.checkPositive("escalateAfter", escalateAfter);
        Requirements.checkPositive("keysFor", keysFor);
        capacity = NameSets.copy(capacity);
        domains = NameSets.copy(domains);
        sharedDomains = NameSets.copy(sharedDomains);
        labels = NameSets.copy(labels);
    }

    private static void checkAtLeastOne(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " is at least 1, not " + value);
        }
    }

    /** The names of the values in which {@code other} differs. */
    public List<String> differences(PoolPolicy other) {
        Differences found = new Differences();
        found.compare("maxLiveClaims", maxLiveClaims, other.maxLiveClaims);
        found.compare("maxQueued", maxQueued, other.maxQueued);
        found.compare("capacity", capacity, other.capacity);
        found.compare("domains", domains, other.domains);
        found.compare("sharedDomains", sharedDomains, other.sharedDomains);
        found.compare("maxAttempts", maxAttempts, other.maxAttempts);
        found.compare("maxLosses", maxLosses, other.maxLosses);
        found.compare("retry", retry, other.retry);
        found.compare("workerLease", workerLease, other.workerLease);
        found.compare("claimLease", claimLease, other.claimLease);
        found.compare("sweepEvery", sweepEvery, other.sweepEvery);
        found.compare("oversized", oversized, other.oversized);
        found.compare("order", order, other.order);
        found.compare("bypassLimit", bypassLimit, other.bypassLimit);
        found.compare("agingAfter", agingAfter, other.agingAfter);
        found.compare("quarantineShare", quarantineShare, other.quarantineShare);
        found.compare("escalateAfter", escalateAfter, other.escalateAfter);
        found.compare("fairness", fairness, other.fairness);
        found.compare("keysFor", keysFor, other.keysFor);
        found.compare("labels", labels, other.labels);
        return found.names();
    }

    /** A copy to be changed. */
    public PolicyBuilder change() {
        return new PolicyBuilder(this);
    }

    public PoolPolicy withMaxLiveClaims(int value) {
        return change().maxLiveClaims(value).build();
    }

    public PoolPolicy withCapacity(Map<String, Long> value) {
        return change().capacity(value).build();
    }

    public PoolPolicy withDomains(Map<String, DomainLimit> value) {
        return change().domains(value).build();
    }

    public PoolPolicy withBudgets(int attempts, int losses) {
        return change().maxAttempts(attempts).maxLosses(losses).build();
    }

    public PoolPolicy withRetry(Retry value) {
        return change().retry(value).build();
    }

    /** Sets the worker's lease and, as the default goes, the claim's lease to the same value. */
    public PoolPolicy withLease(Duration value) {
        return change().workerLease(value).claimLease(value).build();
    }

    public PoolPolicy withSweepEvery(Duration value) {
        return change().sweepEvery(value).build();
    }

    public PoolPolicy withOversized(Oversized value) {
        return change().oversized(value).build();
    }

    public PoolPolicy withLabels(Map<String, String> value) {
        return change().labels(value).build();
    }

    /**
     * How much of an account all live claims together may use; {@link Long#MAX_VALUE} where there is no limit. What a shared
     * domain allows is not in the policy: see {@link Limits}.
     */
    public long limitOf(Account account) {
        return switch (account.scope()) {
            case POOL_CLAIMS -> maxLiveClaims;
            case POOL_RESOURCE -> capacity.getOrDefault(account.what(), Long.MAX_VALUE);
            case KEY_CLAIMS -> fairness.limit(account.what());
            case DOMAIN_CLAIMS, DOMAIN_RESOURCE ->
                Optional.ofNullable(domains.get(account.owner()))
                        .map(limit -> limit.of(account))
                        .orElse(0L);
            case QUARANTINED_CLAIMS,
                    QUARANTINED_RESOURCE,
                    WORKER_CLAIMS,
                    WORKER_RESOURCE,
                    COUNT,
                    RUN_OWED,
                    RUN_COUNT,
                    RUN_TIME -> Long.MAX_VALUE;
        };
    }

    /**
     * Up to which {@link Limits#level} of an account something has room that had room up to {@code fitsAt} under another
     * policy: it needs the same.
     */
    public long fitsAt(Account account, long fitsAt, PoolPolicy before) {
        if (account.quarantined().isPresent()) {
            return fitsAt;
        }
        long limit = limitOf(account);
        long former = before.limitOf(account);
        boolean isOpen = limit == Long.MAX_VALUE || former == Long.MAX_VALUE || fitsAt == Long.MAX_VALUE;
        return isOpen ? Long.MAX_VALUE : fitsAt + (limit - former);
    }

    /** The domains that units of the pool may name, declared and shared. */
    public Set<String> allDomains() {
        Set<String> all = new TreeSet<>(domains.keySet());
        all.addAll(sharedDomains);
        return all;
    }

    /** The domains of this policy, declared and shared, that another one does not have. */
    public Set<String> domainsWithout(PoolPolicy other) {
        Set<String> gone = allDomains();
        gone.removeAll(other.allDomains());
        return gone;
    }
}
