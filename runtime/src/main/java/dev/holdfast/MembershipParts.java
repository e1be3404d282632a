// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.runtime.definition.Definitions;
import dev.holdfast.runtime.local.ProcessProof;
import dev.holdfast.runtime.logic.ClaimLogic;
import dev.holdfast.runtime.spi.PayloadCodec;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What one {@link Membership} is made of.
 *
 * @param name for its threads
 * @param handlers by kind
 * @param permits handlers at once, by pool
 */
record MembershipParts(
        String name,
        Map<String, RegisteredHandler<?>> handlers,
        Map<PoolId, Integer> permits,
        WorkerOptions options,
        ClaimSecret secret,
        SecureRandom secureRandom,
        Ledger ledger,
        Definitions definitions,
        PayloadCodec codec,
        Reports reports,
        Driver driver,
        Signal progress) {
    /** A dispatcher, its settler, and what the membership has to reach of them. */
    record Lane(
            String name,
            PoolId pool,
            Dispatcher dispatcher,
            Settler settler,
            Claimer claimer,
            Runner runner,
            Here here) {}

    MembershipParts {
        handlers = Map.copyOf(handlers);
        permits = new TreeMap<>(permits);
    }

    Registration registration(HeldClaims held, Runnable onChange) {
        return new Registration(ledger, this::offer, held, reports, driver, onChange);
    }

    List<Lane> lanes(Registration registration, HeldClaims held, Runnable onRunLimit) {
        HandlerRun handlerRun = new HandlerRun(definitions, codec, error -> {
            reports.trouble("a handler failed badly; this worker takes no more work", error);
            registration.unhealthy();
        });
        List<Lane> lanes = new ArrayList<>();
        permits.forEach((pool, concurrency) -> {
            PoolClaims claims = new PoolClaims(concurrency, driver.clock());
            Runner runner = new Runner(claims, registration, handlers, handlerRun, reports, driver, progress);
            Claimer.Terms terms = new Claimer.Terms(
                    pool, lanes.size(), mostClaims(), secret, secureRandom, this::interruptsOnCancel, onRunLimit);
            ClaimLogic logic = new ClaimLogic(concurrency, options.prefetch(), options.idlePoll(), driver.random());
            Claimer claimer = new Claimer(terms, ledger, registration, held, claims, logic, reports, driver.clock());
            Exchange exchange = new Exchange(ledger, held, claims, claimer, runner, reports);
            Dispatcher dispatcher = new Dispatcher(registration, exchange, claims, claimer, runner, reports, driver);
            Settler settler = new Settler(exchange, claims, runner, reports, driver);
            Claimer.Terms own = terms.withSlot(permits.size() + lanes.size());
            Here here = new Here(
                    own, new ExactRetry(ledger, driver), registration, held, claims, runner, reports, driver.clock());
            lanes.add(new Lane(name + "-" + pool, pool, dispatcher, settler, claimer, runner, here));
        });
        return lanes;
    }

    private boolean interruptsOnCancel(String kind) {
        return Objects.requireNonNull(handlers.get(kind)).options().interruptOnCancel();
    }

    private WorkerOffer offer() {
        return WorkerOffer.of(nextName(), permits.keySet(), handlers.keySet(), mostClaims())
                .withCapabilities(options.capabilities())
                .withAffinities(options.affinities())
                .withResources(options.resources())
                .withDefinitions(definitions.references())
                .withIrVersions(definitions.irVersions());
    }

    /** Where work is prefetched, as much again may be on its way back, and as much have ended meanwhile. */
    private int mostClaims() {
        int ahead = options.prefetch().isZero() ? 0 : 3 * ClaimLogic.MAX_PREFETCH;
        return permits.values().stream().mapToInt(each -> each + ahead).sum();
    }

    /** Host, process, and 64 random bits: the proof that a worker's process is gone needs nothing but its id. */
    private WorkerId nextName() {
        return new WorkerId(
                ProcessProof.ofThisProcess().text() + "." + HexFormat.of().toHexDigits(secureRandom.nextLong()));
    }
}
