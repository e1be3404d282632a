// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import java.util.Optional;

/**
 * Something that claims use up or that is counted: the live claims of a pool, a resource of a worker, the units of a pool
 * that are queued. Amounts of an account only change by additions, so that releases need no lock.
 *
 * @param what {@code claims}, a resource, a fairness key, or a status in lower case
 */
public record Account(Scope scope, String owner, String what) implements Comparable<Account> {
    /** Whose account it is. */
    public enum Scope {
        /** Live claims of a pool. */
        POOL_CLAIMS,
        /** A resource of a pool. */
        POOL_RESOURCE,
        /** Live claims of a fairness key of a pool that count against its limit. */
        KEY_CLAIMS,
        DOMAIN_CLAIMS,
        DOMAIN_RESOURCE,
        /** Claims of a domain that uncertain units keep; see {@link Quarantine}. */
        QUARANTINED_CLAIMS,
        QUARANTINED_RESOURCE,
        WORKER_CLAIMS,
        WORKER_RESOURCE,
        /** Units of a pool by status. */
        COUNT,
        /** What a fairness key of a band owes for claims that have ended, in the virtual time of its tag; see {@link Fare}. */
        RUN_OWED,
        /** How many runs of a kind of a pool are remembered for {@link #RUN_TIME}. */
        RUN_COUNT,
        /** How long those took together, in microseconds. */
        RUN_TIME;

        /** Whether what it holds can be counted again from the units that are there. */
        public boolean isCountable() {
            return compareTo(COUNT) <= 0;
        }

        /** Whether running out of it blocks every worker, so that a lane can be parked on it. */
        public boolean isShared() {
            return compareTo(DOMAIN_RESOURCE) <= 0;
        }
    }

    /** Stands for what one worker has too little of, as nothing that all of them share. It is never used up. */
    public static final Account ANY_WORKER = new Account(Scope.WORKER_RESOURCE, "any", "any");

    private static final String CLAIMS = "claims";

    public static Account poolClaims(PoolId pool) {
        return new Account(Scope.POOL_CLAIMS, pool.value(), CLAIMS);
    }

    public static Account poolResource(PoolId pool, String resource) {
        return new Account(Scope.POOL_RESOURCE, pool.value(), resource);
    }

    public static Account keyClaims(PoolId pool, String key) {
        return new Account(Scope.KEY_CLAIMS, pool.value(), key);
    }

    public static Account domainClaims(String domain) {
        return new Account(Scope.DOMAIN_CLAIMS, domain, CLAIMS);
    }

    public static Account domainResource(String domain, String resource) {
        return new Account(Scope.DOMAIN_RESOURCE, domain, resource);
    }

    public static Account quarantinedClaims(String domain) {
        return new Account(Scope.QUARANTINED_CLAIMS, domain, CLAIMS);
    }

    public static Account quarantinedResource(String domain, String resource) {
        return new Account(Scope.QUARANTINED_RESOURCE, domain, resource);
    }

    public static Account workerClaims(WorkerId worker) {
        return new Account(Scope.WORKER_CLAIMS, worker.value(), CLAIMS);
    }

    public static Account workerResource(WorkerId worker, String resource) {
        return new Account(Scope.WORKER_RESOURCE, worker.value(), resource);
    }

    public static Account count(PoolId pool, Status status) {
        return new Account(Scope.COUNT, pool.value(), status.name().toLowerCase(java.util.Locale.ROOT));
    }

    /** What a key of a band owes. */
    public static Account owed(PoolId pool, int band, String key) {
        return new Account(Scope.RUN_OWED, pool.value(), band + "/" + key);
    }

    public static Account runs(PoolId pool, String kind) {
        return new Account(Scope.RUN_COUNT, pool.value(), kind);
    }

    public static Account runTime(PoolId pool, String kind) {
        return new Account(Scope.RUN_TIME, pool.value(), kind);
    }

    /** What uncertain units keep of this account of a domain; empty for all others. */
    public Optional<Account> quarantined() {
        return switch (scope) {
            case DOMAIN_CLAIMS -> Optional.of(quarantinedClaims(owner));
            case DOMAIN_RESOURCE -> Optional.of(quarantinedResource(owner, what));
            case POOL_CLAIMS,
                    POOL_RESOURCE,
                    KEY_CLAIMS,
                    QUARANTINED_CLAIMS,
                    QUARANTINED_RESOURCE,
                    WORKER_CLAIMS,
                    WORKER_RESOURCE,
                    COUNT,
                    RUN_OWED,
                    RUN_COUNT,
                    RUN_TIME -> Optional.empty();
        };
    }

    @Override
    public int compareTo(Account other) {
        int byScope = scope.compareTo(other.scope);
        int byOwner = byScope != 0 ? byScope : owner.compareTo(other.owner);
        return byOwner != 0 ? byOwner : what.compareTo(other.what);
    }

    @Override
    public String toString() {
        return switch (scope) {
            case POOL_CLAIMS -> "claims of pool " + owner;
            case POOL_RESOURCE -> what + " of pool " + owner;
            case KEY_CLAIMS -> "claims of fairness key '" + what + "' of pool " + owner;
            case DOMAIN_CLAIMS -> "claims of domain " + owner;
            case DOMAIN_RESOURCE -> what + " of domain " + owner;
            case QUARANTINED_CLAIMS -> "quarantined claims of domain " + owner;
            case QUARANTINED_RESOURCE -> "quarantined " + what + " of domain " + owner;
            case WORKER_CLAIMS -> "claims of worker " + owner;
            case WORKER_RESOURCE -> what + " of worker " + owner;
            case COUNT -> what + " work of pool " + owner;
            case RUN_OWED -> "what fairness key " + what + " of pool " + owner + " owes";
            case RUN_COUNT -> "runs of kind " + what + " of pool " + owner;
            case RUN_TIME -> "run time of kind " + what + " of pool " + owner;
        };
    }
}
