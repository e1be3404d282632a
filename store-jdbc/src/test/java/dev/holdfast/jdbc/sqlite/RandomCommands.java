// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Draws commands of all sorts, with limits so tight and names so few that they get in each other's way all the time. */
final class RandomCommands {
    static final PoolId POOL = new PoolId("p");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);

    private final Random random;
    private final boolean steps;
    private final List<Grant> granted = new ArrayList<>();
    private int drawn;
    private int workers;

    /** @param steps whether the clock steps back now and then */
    RandomCommands(long seed, boolean steps) {
        this.random = new Random(seed);
        this.steps = steps;
    }

    Duration pause() {
        if (steps && random.nextInt(60) == 0) {
            return Duration.ofMillis(-random.nextInt(6_000));
        }
        return random.nextInt(3) > 0 ? Duration.ZERO : Duration.ofMillis(1 + random.nextInt(1_500));
    }

    Command<?> next() {
        drawn++;
        if (drawn == 1) {
            return define();
        }
        return switch (drawn < 5 ? 6 : random.nextInt(22)) {
            case 0, 1, 2, 3, 4, 5 -> submit();
            case 6 -> register();
            case 7, 8, 9, 10, 11 -> new ClaimWork(POOL, worker(), request(), SECRET, 1 + random.nextInt(4));
            case 12, 13, 14, 15 -> settle();
            case 16 -> begin();
            case 17 -> new Cancel(work(), "ann", "changed my mind");
            case 18 -> resolve();
            case 19 -> new Sweep(POOL, random.nextBoolean());
            case 20 -> heartbeat();
            default ->
                random.nextBoolean()
                        ? new PausePool(POOL, random.nextInt(4) == 0)
                        : new DrainWorker(worker(), random.nextInt(4) == 0);
        };
    }

    void learn(Decision decision) {
        if (decision instanceof ClaimDecision.Granted answer) {
            granted.addAll(answer.grants());
        }
    }

    private static Command<?> define() {
        return new DefinePool(
                POOL,
                PoolPolicy.DEFAULT
                        .withMaxLiveClaims(9)
                        .withBudgets(3, 3)
                        .withLease(Duration.ofSeconds(20))
                        .withCapacity(Map.of("cpu", 6L))
                        .withDomains(Map.of("d", DomainLimit.claims(2), "e", DomainLimit.claims(1))));
    }

    private Command<?> register() {
        Set<String> kinds = random.nextBoolean() ? Set.of("a", "b") : Set.of("a", "b", "c");
        return new RegisterWorker(
                WorkerOffer.of(new WorkerId("w" + ++workers), Set.of(POOL), kinds, 2 + random.nextInt(5))
                        .withResources(Map.of("cpu", 1L + random.nextInt(4))));
    }

    private Command<?> submit() {
        int number = random.nextInt(6) == 0 ? random.nextInt(drawn) : drawn;
        Submission.Builder unit = Submission.of(
                        "abc".substring(number % 3).substring(0, 1), new IdempotencyKey("k" + number))
                .payload(Payload.text("payload " + number))
                .fairnessKey(number % 7 == 0 ? "" : "tenant\uD83D\uDE00" + (char) (0xFFE0 + number % 5))
                .band(number % 3);
        if (random.nextInt(3) == 0) {
            unit.id(new WorkId("id" + number));
        }
        switch (number % 11) {
            case 0 -> unit.demand("cpu", 1 + number % 3);
            case 1 -> unit.domain("d");
            case 2 -> unit.domain("d").domain("e").demand("cpu", 2);
            case 3 -> unit.delay(Duration.ofMillis(number % 3_000));
            case 4 -> unit.startBy(Duration.ofMillis(1 + number % 4_000));
            case 5 -> unit.guarantee(Guarantee.RECONCILED).recovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
            case 6 -> unit.runLimit(Duration.ofMillis(500 + number)).labels(Map.of("colour", "r=e\\d"));
            case 7 -> unit.guarantee(Guarantee.IDEMPOTENT).trace("00-abc-def-01");
            default -> unit.labels(Map.of());
        }
        return new Submit(POOL, unit.build());
    }

    private Command<?> settle() {
        Grant grant = grant();
        if (granted.size() > 1 && random.nextInt(4) > 0) {
            granted.remove(grant);
        }
        Evidence evidence = Evidence.values()[random.nextInt(5)];
        Answer answer = switch (random.nextInt(6)) {
            case 0 -> new Answer.Failed("broken", evidence);
            case 1 -> new Answer.Cancelled("stopped", evidence);
            case 2 -> new Answer.Poisoned("senseless", evidence);
            case 3 -> new Answer.Released(evidence, "later", Optional.of(Duration.ofMillis(random.nextInt(900))));
            default -> new Answer.Succeeded(Payload.text("result " + random.nextInt(2)));
        };
        ClaimSecret secret = random.nextInt(20) == 0 ? new ClaimSecret(6, 6) : SECRET;
        return new Settle(grant.work(), grant.fence(), secret, answer);
    }

    private Command<?> begin() {
        Grant grant = grant();
        return new Begin(grant.work(), grant.fence(), SECRET);
    }

    private Command<?> resolve() {
        Grant grant = grant();
        Resolution resolution = switch (random.nextInt(4)) {
            case 0 -> new Resolution.Succeeded(Payload.text("it was done"));
            case 1 -> new Resolution.Failed("it-failed");
            case 2 -> new Resolution.Cancelled("it-stopped");
            default -> new Resolution.NotApplied();
        };
        return new Resolve(grant.work(), grant.fence(), resolution, "ticket " + random.nextInt(2), "bob");
    }

    private Command<?> heartbeat() {
        Holdings holdings = random.nextBoolean()
                ? new Holdings.Digested(0, 0)
                : new Holdings.Listed(granted.stream()
                        .skip(granted.size() / 2)
                        .map(grant -> new Holdings.Holding(grant.work(), grant.fence()))
                        .distinct()
                        .toList());
        return new Heartbeat(worker(), random.nextInt(9) > 0, holdings, Set.of());
    }

    private Grant grant() {
        return granted.isEmpty()
                ? new Grant(POOL, new WorkId("none"), Fence.of(1, 1), 1, 1, nothing())
                : granted.get(random.nextInt(granted.size()));
    }

    private static Submission nothing() {
        return Submission.of("a", new IdempotencyKey("none")).build();
    }

    private WorkId work() {
        int number = random.nextInt(drawn);
        return random.nextBoolean()
                ? new WorkId("id" + number)
                : WorkId.derived(POOL, new IdempotencyKey("k" + number));
    }

    private WorkerId worker() {
        return new WorkerId("w" + Math.max(1, workers - random.nextInt(3)));
    }

    private RequestId request() {
        int number = random.nextInt(8) == 0 ? random.nextInt(drawn) : drawn;
        return new RequestId(number % 2, 7, number);
    }
}
