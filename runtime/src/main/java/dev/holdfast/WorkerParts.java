// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.runtime.definition.Definitions;
import dev.holdfast.runtime.spi.PayloadCodec;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Puts a {@link Worker} together. Handlers share the permits of their pools; one that has a concurrency of its own becomes
 * a worker of its own in the ledger, because a claim cannot choose among the kinds that its worker offers, and what is
 * claimed must be able to start.
 */
final class WorkerParts {
    private final Ledger ledger;
    private final Driver driver;
    private final Map<String, RegisteredHandler<?>> handlers;
    private final Definitions definitions;
    private final PayloadCodec codec;
    private final WorkerOptions options;
    private final Reports reports;
    private final SecureRandom random = new SecureRandom();
    private final ClaimSecret secret;
    private final Signal progress = new Signal();

    WorkerParts(
            Ledger ledger,
            Driver driver,
            Map<String, RegisteredHandler<?>> handlers,
            Definitions definitions,
            PayloadCodec codec,
            Endings endings,
            WorkerOptions options) {
        if (handlers.isEmpty()) {
            throw new IllegalStateException("there is no handler: register one before start()");
        }
        this.ledger = ledger;
        this.driver = driver;
        this.handlers = new TreeMap<>(handlers);
        this.definitions = definitions;
        this.codec = codec;
        this.options = options;
        this.reports = new Reports(options.listener(), endings);
        this.secret = options.secret().orElseGet(() -> new ClaimSecret(random.nextLong(), random.nextLong()));
    }

    Signal progress() {
        return progress;
    }

    List<Membership> memberships(UnaryOperator<Step> guard) {
        List<Membership> memberships = new ArrayList<>();
        Map<String, RegisteredHandler<?>> sharing = new TreeMap<>();
        Map<PoolId, Integer> permits = new TreeMap<>();
        handlers.forEach((kind, handler) -> {
            PoolId pool = handler.options().pool();
            if (handler.options().concurrency().isPresent()) {
                int own = handler.options().concurrency().getAsInt();
                memberships.add(membership(kind, Map.of(kind, handler), Map.of(pool, own), guard));
            } else {
                sharing.put(kind, handler);
                permits.put(pool, options.concurrencyOf(pool));
            }
        });
        if (!sharing.isEmpty()) {
            memberships.add(membership("worker", sharing, permits, guard));
        }
        return memberships;
    }

    private Membership membership(
            String name,
            Map<String, RegisteredHandler<?>> kinds,
            Map<PoolId, Integer> permits,
            UnaryOperator<Step> guard) {
        MembershipParts parts = new MembershipParts(
                name, kinds, permits, options, secret, random, ledger, definitions, codec, reports, driver, progress);
        return new Membership(parts, driver, guard);
    }

    /** @throws IllegalStateException when a handler's pool is not defined */
    Sweeper sweeper() {
        Map<PoolId, Duration> intervals = new TreeMap<>();
        handlers.values().forEach(handler -> {
            PoolId pool = handler.options().pool();
            intervals.computeIfAbsent(pool, this::sweepEvery);
        });
        return new Sweeper(ledger, intervals, reports, driver);
    }

    Scheduler scheduler() {
        return new Scheduler(ledger, reports, driver);
    }

    private Duration sweepEvery(PoolId pool) {
        return ledger.ask(new ShowPool(pool))
                .orElseThrow(() -> new IllegalStateException(
                        "there is no pool " + pool + ": define it with pool(name, policy) before start()"))
                .pool()
                .policy()
                .sweepEvery();
    }
}
