// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.PoolId;
import dev.holdfast.runtime.spi.Listener;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a worker works.
 *
 * @param concurrency handlers at once in each pool that {@code pools} does not name; 16 by default: hides the waits of
 *     handlers that call others, and does not overrun a usual connection pool
 * @param pools handlers at once by pool
 * @param grace how long running handlers have when the worker stops, before they are interrupted; 10 s by default: what
 *     service managers leave between asking and killing, with room for the last settlements
 * @param prefetch how long claimed work may wait here before it starts; 20 ms by default: longer than a commit, so that
 *     handlers need not wait for one, and shorter than anybody notices; zero for none
 * @param idlePoll how often an idle worker asks the ledger although nothing seems to have changed; 1 s by default
 * @param secret what proves that a claim is this worker's; empty: drawn for each worker. A worker whose answers may have to
 *     be sent by a later process keeps it in a file
 * @param capabilities what this worker can do that work may ask for
 * @param affinities what this worker is near to that work may ask for
 * @param resources resource to units that work may ask for
 */
public record WorkerOptions(
        int concurrency,
        Map<PoolId, Integer> pools,
        Duration grace,
        Duration prefetch,
        Duration idlePoll,
        Optional<ClaimSecret> secret,
        Set<String> capabilities,
        Set<String> affinities,
        Map<String, Long> resources,
        Listener listener) {
    /** A bound on threads; a worker that wants more is better split. */
    public static final int MAX_CONCURRENCY = 10_000;

    public static final WorkerOptions DEFAULT = new WorkerOptions(
            16,
            Map.of(),
            Duration.ofSeconds(10),
            Duration.ofMillis(20),
            Duration.ofSeconds(1),
            Optional.empty(),
            Set.of(),
            Set.of(),
            Map.of(),
            Listener.NONE);

    public WorkerOptions {
        checkConcurrency(concurrency);
        pools.values().forEach(WorkerOptions::checkConcurrency);
        if (grace.isNegative() || prefetch.isNegative() || !idlePoll.isPositive()) {
            throw new IllegalArgumentException("grace and prefetch are not negative, and the idle poll is positive");
        }
        pools = Map.copyOf(pools);
        capabilities = Set.copyOf(capabilities);
        affinities = Set.copyOf(affinities);
        resources = Map.copyOf(resources);
    }

    static void checkConcurrency(int value) {
        if (value < 1 || value > MAX_CONCURRENCY) {
            throw new IllegalArgumentException("a concurrency is 1 to " + MAX_CONCURRENCY + ", not " + value);
        }
    }

    int concurrencyOf(PoolId pool) {
        return pools.getOrDefault(pool, concurrency);
    }

    /** @param value 1 to {@value #MAX_CONCURRENCY} */
    public WorkerOptions withConcurrency(int value) {
        return new WorkerOptions(
                value, pools, grace, prefetch, idlePoll, secret, capabilities, affinities, resources, listener);
    }

    public WorkerOptions withConcurrency(String pool, int value) {
        Map<PoolId, Integer> all = new HashMap<>(pools);
        all.put(new PoolId(pool), value);
        return new WorkerOptions(
                concurrency, all, grace, prefetch, idlePoll, secret, capabilities, affinities, resources, listener);
    }

    public WorkerOptions withGrace(Duration value) {
        return new WorkerOptions(
                concurrency, pools, value, prefetch, idlePoll, secret, capabilities, affinities, resources, listener);
    }

    public WorkerOptions withPrefetch(Duration value) {
        return new WorkerOptions(
                concurrency, pools, grace, value, idlePoll, secret, capabilities, affinities, resources, listener);
    }

    public WorkerOptions withIdlePoll(Duration value) {
        return new WorkerOptions(
                concurrency, pools, grace, prefetch, value, secret, capabilities, affinities, resources, listener);
    }

    public WorkerOptions withSecret(ClaimSecret value) {
        return new WorkerOptions(
                concurrency,
                pools,
                grace,
                prefetch,
                idlePoll,
                Optional.of(value),
                capabilities,
                affinities,
                resources,
                listener);
    }

    public WorkerOptions withCapabilities(Set<String> value) {
        return new WorkerOptions(
                concurrency, pools, grace, prefetch, idlePoll, secret, value, affinities, resources, listener);
    }

    public WorkerOptions withAffinities(Set<String> value) {
        return new WorkerOptions(
                concurrency, pools, grace, prefetch, idlePoll, secret, capabilities, value, resources, listener);
    }

    public WorkerOptions withResources(Map<String, Long> value) {
        return new WorkerOptions(
                concurrency, pools, grace, prefetch, idlePoll, secret, capabilities, affinities, value, listener);
    }

    public WorkerOptions withListener(Listener value) {
        return new WorkerOptions(
                concurrency, pools, grace, prefetch, idlePoll, secret, capabilities, affinities, resources, value);
    }
}
