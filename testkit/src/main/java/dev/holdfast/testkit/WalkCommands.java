// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
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
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Draws the next command of a random walk: mostly sensible ones, some repeated, some wrong. It knows only what callers
 * know, the answers, so that the same seed against two ledgers draws the same commands as long as their answers agree.
 */
final class WalkCommands {
    /** A grant as its holder remembers it. */
    private record Held(Grant grant, WorkerId worker, ClaimSecret secret) {}

    private final Random random;
    private final List<WorkerId> workers = new ArrayList<>();
    private final List<Command<?>> sent = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final List<WorkId> over = new ArrayList<>();
    private final Map<WorkId, Integer> lives = new HashMap<>();
    private int keys;

    WalkCommands(long seed) {
        random = new Random(seed);
    }

    /** How long before the next command; sometimes back. */
    Duration pause() {
        return switch (random.nextInt(12)) {
            case 0 -> Duration.ofSeconds(random.nextInt(40));
            case 1 -> Duration.ofMillis(random.nextInt(3_000));
            case 2 -> random.nextInt(8) == 0 ? Duration.ofSeconds(-random.nextInt(20)) : Duration.ZERO;
            default -> Duration.ZERO;
        };
    }

    Command<?> next() {
        if (workers.isEmpty() || random.nextInt(20) == 0) {
            return register();
        }
        Command<?> command = switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> submit();
            case 4, 5 -> claim();
            case 6 -> random.nextInt(3) == 0 ? here() : claim();
            case 7 -> heartbeat();
            case 8, 9, 10 -> held.isEmpty() ? submit() : settle(pick(held));
            case 11 -> held.isEmpty() ? submit() : begin(pick(held));
            case 12 -> held.isEmpty() ? claim() : resolve(pick(held));
            case 13 -> random.nextBoolean() ? new Cancel(work(), "ann", "reason " + random.nextInt(2)) : redrive();
            case 14 -> new Sweep(pool(), random.nextBoolean());
            default -> rare();
        };
        sent.add(command);
        return command;
    }

    void learn(Command<?> command, Decision decision) {
        if (command instanceof SubmitClaimed here && decision instanceof SubmitClaimedDecision.Granted granted) {
            held.add(new Held(granted.grant(), here.worker(), here.secret()));
        }
        if (command instanceof ClaimWork claim && decision instanceof ClaimDecision.Granted granted) {
            granted.grants().forEach(grant -> held.add(new Held(grant, claim.worker(), claim.secret())));
        }
        if (decision instanceof RedriveDecision.Redriven redriven && command instanceof Redrive redrive) {
            lives.put(redrive.work(), redriven.life());
        }
        if (command instanceof Settle settle
                && decision instanceof SettleDecision.Accepted accepted
                && accepted.status().isEnd()
                && accepted.status() != Status.SUCCEEDED) {
            over.add(settle.work());
        }
    }

    private Command<?> rare() {
        return switch (random.nextInt(8)) {
            case 0 -> new PausePool(pool(), random.nextInt(3) == 0, "ann", "busy");
            case 1 -> new DrainWorker(pick(workers), random.nextBoolean(), "ann", "old");
            case 2 -> new RetireWorker(pick(workers), "stopped");
            case 3 -> new Redact(over.isEmpty() ? new WorkId("k1") : pick(over), "ann", "asked for");
            case 4 -> random.nextBoolean() ? new Promote(work()) : new Withdraw(work(), "ann", "given up");
            default -> sent.isEmpty() ? submit() : pick(sent);
        };
    }

    private Command<?> register() {
        WorkerId worker = new WorkerId("w" + (workers.size() + 1));
        workers.add(worker);
        Set<PoolId> pools = random.nextBoolean() ? Set.of(pool()) : Set.of(new PoolId("p"), new PoolId("q"));
        Set<String> kinds = switch (random.nextInt(3)) {
            case 0 -> Set.of("mail");
            case 1 -> Set.of("mail", "print");
            default -> Set.of("mail", "print", Inquiry.kindOf("mail"), Inquiry.kindOf("print"));
        };
        return new RegisterWorker(WorkerOffer.of(worker, pools, kinds, 1 + random.nextInt(4))
                .withResources(Map.of("cpu", 1L + random.nextInt(4))));
    }

    private Command<?> submit() {
        boolean known = keys > 0 && random.nextInt(8) == 0;
        int number = known ? 1 + random.nextInt(keys) : ++keys;
        PoolId pool = new PoolId(number % 3 == 0 ? "q" : "p");
        Submission.Builder unit = Submission.of(number % 4 == 0 ? "print" : "mail", new IdempotencyKey("k" + number))
                .id(new WorkId("k" + number))
                .fairnessKey("tenant" + number % 3)
                .band(number % 5 == 0 ? 1 : 4);
        if (number % 7 == 0) {
            unit.delay(Duration.ofSeconds(3)).startBy(Duration.ofSeconds(20));
        }
        if (number % 6 == 1) {
            unit.recovery(Recovery.RECONCILE_BEFORE_REDISPATCH).guarantee(Guarantee.RECONCILED);
        }
        if (number % 3 == 1) {
            unit.demand("cpu", 1 + number % 2);
        }
        if (number % 6 == 2) {
            unit.domain("d").runLimit(Duration.ofSeconds(15));
        }
        Optional<Hold> hold = number % 9 == 4
                ? Optional.of(new Hold(Duration.ofSeconds(4), number % 2 == 0 ? Hold.Then.PROMOTE : Hold.Then.WITHDRAW))
                : Optional.empty();
        return new Submit(
                pool,
                unit.payload(Payload.text(known && random.nextBoolean() ? "other" : "same"))
                        .build(),
                hold);
    }

    private Command<?> claim() {
        WorkerId worker = pick(workers);
        RequestId request = new RequestId(random.nextInt(2), 0, random.nextInt(1_000_000));
        return new ClaimWork(pool(), worker, request, new ClaimSecret(1, random.nextInt(1_000)), 1 + random.nextInt(3));
    }

    private Command<?> here() {
        Submit unit = (Submit) submit();
        ClaimWork claim = (ClaimWork) claim();
        return unit.submission().requirements().delay().isZero()
                ? new SubmitClaimed(unit.pool(), unit.submission(), claim.worker(), claim.request(), claim.secret())
                : claim;
    }

    private Command<?> heartbeat() {
        WorkerId worker = pick(workers);
        List<Holdings.Holding> known = held.stream()
                .filter(each -> each.worker().equals(worker) && random.nextInt(4) > 0)
                .map(each ->
                        new Holdings.Holding(each.grant().work(), each.grant().fence()))
                .distinct()
                .toList();
        Holdings holdings = random.nextInt(3) == 0 ? new Holdings.Listed(known) : Holdings.digest(known);
        return new Heartbeat(worker, random.nextInt(10) > 0, holdings, Set.of());
    }

    private Command<?> begin(Held claim) {
        return new Begin(claim.grant().work(), claim.grant().fence(), claim.secret());
    }

    private Command<?> settle(Held claim) {
        List<Evidence> all = List.of(Evidence.values());
        Evidence evidence = all.get(random.nextInt(all.size()));
        Answer answer = switch (random.nextInt(7)) {
            case 0, 1, 2 -> new Answer.Succeeded(Payload.text("ok"));
            case 3 -> new Answer.Failed("broken", evidence);
            case 4 ->
                random.nextBoolean() ? new Answer.Cancelled("asked", evidence) : new Answer.Poisoned("never", evidence);
            default -> new Answer.Released(evidence, "later", Optional.empty());
        };
        boolean wrong = random.nextInt(12) == 0;
        ClaimSecret secret = wrong ? new ClaimSecret(2, 2) : claim.secret();
        return new Settle(
                wrong && random.nextBoolean() ? work() : claim.grant().work(),
                claim.grant().fence(),
                secret,
                answer);
    }

    private Command<?> resolve(Held claim) {
        Resolution resolution = switch (random.nextInt(4)) {
            case 0 -> new Resolution.Succeeded(Payload.text("found"));
            case 1 -> new Resolution.Failed("broken");
            case 2 -> new Resolution.Cancelled("asked");
            default -> new Resolution.NotApplied();
        };
        Inquiry asked = Inquiry.of(claim.grant().submission())
                .orElseGet(() -> new Inquiry(claim.grant().work(), claim.grant().fence()));
        return new Resolve(asked.work(), asked.fence(), resolution, "ticket " + random.nextInt(2), "ann");
    }

    /** Mostly of the life that is known, of one that has ended where there are such. */
    private Command<?> redrive() {
        WorkId work = over.isEmpty() || random.nextInt(4) == 0 ? work() : pick(over);
        int life = lives.getOrDefault(work, 1) + (random.nextInt(5) == 0 ? 1 : 0);
        return new Redrive(work, life, "ann", "reason " + random.nextInt(2), random.nextInt(3) == 0);
    }

    private WorkId work() {
        return new WorkId("k" + (1 + random.nextInt(keys + 1)));
    }

    private PoolId pool() {
        return new PoolId(random.nextInt(3) == 0 ? "q" : "p");
    }

    private <T> T pick(List<T> items) {
        int one = random.nextInt(items.size());
        int other = random.nextInt(items.size());
        return items.get(Math.max(one, other));
    }
}
