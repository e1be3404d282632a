// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A pool at one moment.
 *
 * @param sharedDomains what the shared domains that the pool uses allow
 * @param used amounts of the pool's accounts and of its domains', shared ones included, by whatever pool, counts by status included
 * @param escalation of units that have been uncertain for too long; empty when there are none
 * @param reserved the unit that room is kept for; empty when it does not wait any more
 * @param workers that offer the pool, dead ones included
 */
public record PoolSnapshot(
        Moment now,
        Pool pool,
        Map<String, DomainTerms> sharedDomains,
        Map<Account, Long> used,
        Optional<Escalation> escalation,
        Optional<WorkId> reserved,
        List<WorkerRecord> workers) {
    public PoolSnapshot {
        workers = List.copyOf(workers);
    }

    /** What an account says; zero when it says nothing. */
    public long amount(Account account) {
        return used.getOrDefault(account, 0L);
    }

    /** What the domains of the pool allow, those that it declares and the shared ones that it uses. */
    public SortedMap<String, DomainLimit> domainLimits() {
        SortedMap<String, DomainLimit> limits = new TreeMap<>(pool.policy().domains());
        sharedDomains.forEach((domain, terms) -> limits.put(domain, terms.limit()));
        return limits;
    }

    public Limits limits() {
        return new Limits(pool.policy(), sharedDomains);
    }

    public long count(Status status) {
        return amount(Account.count(pool.id(), status));
    }

    /** How many units have ended, however. */
    public long ended() {
        long sum = 0;
        for (Status status : Status.values()) {
            sum += status.isEnd() ? count(status) : 0;
        }
        return sum;
    }

    public long liveWorkers() {
        return workers.stream().filter(worker -> worker.isLive(now)).count();
    }
}
