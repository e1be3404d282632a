// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.HandBack;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.testkit.ScenarioWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Claims, and what their holders do: mostly what is right, often too late, twice, or with the wrong secret. */
final class RandomClaims {
    static final List<String> SECRET_NAMES = List.of("holder", "thief");
    private static final ClaimSecret SECRET = ScenarioWriter.secret("holder");
    private static final ClaimSecret WRONG = ScenarioWriter.secret("thief");
    private static final List<Evidence> EVIDENCE = List.of(Evidence.values());
    private static final int REMEMBERED = 60;

    /** @param asks whether the unit waits for evidence when its outcome is not known */
    private record Held(WorkerId worker, Holdings.Holding claim, boolean asks) {}

    private final Random random;
    private final List<Held> held = new ArrayList<>();
    private final List<Held> doubtful = new ArrayList<>();
    private final List<ClaimWork> asked = new ArrayList<>();
    private int requests;

    RandomClaims(Random random) {
        this.random = random;
    }

    void learn(Command<?> command, Decision decision) {
        if (command instanceof SubmitClaimed here && decision instanceof SubmitClaimedDecision.Granted granted) {
            learn(here.claim(), new ClaimDecision.Granted(List.of(granted.grant()), List.of(), false));
        }
        if (command instanceof ClaimWork claim && decision instanceof ClaimDecision.Granted answer) {
            answer.grants().stream()
                    .map(grant -> new Held(
                            claim.worker(),
                            new Holdings.Holding(grant.work(), grant.fence()),
                            grant.submission().requirements().mustBegin()))
                    .filter(each -> !held.contains(each))
                    .forEach(held::add);
            answer.grants()
                    .forEach(grant -> Inquiry.of(grant.submission())
                            .map(asked ->
                                    new Held(claim.worker(), new Holdings.Holding(asked.work(), asked.fence()), true))
                            .ifPresent(doubtful::add));
            while (held.size() > REMEMBERED) {
                held.removeFirst();
            }
        }
    }

    ClaimWork claim(PoolId pool, WorkerId worker) {
        int drawn = random.nextInt(24);
        if (drawn < 3 && !asked.isEmpty()) {
            ClaimWork again = asked.get(Math.max(0, asked.size() - 1 - random.nextInt(8)));
            return drawn > 0 ? again : new ClaimWork(pool, worker, again.request(), SECRET, again.max());
        }
        requests++;
        ClaimWork claim = new ClaimWork(
                pool,
                worker,
                new RequestId(requests % 2, 0, requests),
                SECRET,
                1 + random.nextInt(drawn == 3 ? 20 : 4));
        asked.add(claim);
        return claim;
    }

    Command<?> settle() {
        Held holder = one();
        if (random.nextInt(4) > 0) {
            held.remove(holder);
        }
        Answer answer = answer();
        if (holder.asks() && answer.evidence().compareTo(Evidence.UNKNOWN) >= 0) {
            doubtful.add(holder);
        }
        ClaimSecret secret = random.nextInt(20) == 0 ? WRONG : SECRET;
        return new Settle(holder.claim().work(), holder.claim().fence(), secret, answer);
    }

    private Answer answer() {
        Evidence evidence = EVIDENCE.get(random.nextInt(EVIDENCE.size()));
        return switch (random.nextInt(7)) {
            case 0 -> new Answer.Failed("broken", evidence);
            case 1 -> new Answer.Cancelled("stopped", evidence);
            case 2 -> new Answer.Poisoned("senseless", evidence);
            case 3 -> new Answer.Released(evidence, "later", Optional.of(Duration.ofMillis(random.nextInt(900))));
            case 4 -> new Answer.Released(evidence, "some time", Optional.empty());
            default -> new Answer.Succeeded(Payload.text("result " + random.nextInt(2)));
        };
    }

    Command<?> begin() {
        Holdings.Holding claim = one().claim();
        return new Begin(claim.work(), claim.fence(), random.nextInt(20) == 0 ? WRONG : SECRET);
    }

    Command<?> handBack() {
        Holdings.Holding claim = one().claim();
        return new HandBack(claim.work(), claim.fence());
    }

    Command<?> resolve() {
        Holdings.Holding claim = inQuestion().claim();
        Resolution resolution = switch (random.nextInt(4)) {
            case 0 -> new Resolution.Succeeded(Payload.text("it was done"));
            case 1 -> new Resolution.Failed("it-failed");
            case 2 -> new Resolution.Cancelled("it-stopped");
            default -> new Resolution.NotApplied();
        };
        return new Resolve(claim.work(), claim.fence(), resolution, "ticket " + random.nextInt(2), "bob");
    }

    Command<?> heartbeat(WorkerId worker) {
        List<Holdings.Holding> mine = held.stream()
                .filter(each -> each.worker().equals(worker) || random.nextInt(30) == 0)
                .map(Held::claim)
                .filter(claim -> random.nextInt(15) > 0)
                .distinct()
                .toList();
        Holdings holdings = switch (random.nextInt(6)) {
            case 0 -> Holdings.digest(List.of());
            case 1 -> Holdings.digest(mine);
            default -> new Holdings.Listed(mine);
        };
        Set<RequestId> inFlight = asked.isEmpty() || random.nextInt(3) > 0
                ? Set.of()
                : Set.of(asked.getLast().request());
        return new Heartbeat(worker, random.nextInt(9) > 0, holdings, inFlight);
    }

    /** A claim that nobody ended, or mostly one whose holder did not know what it did. */
    private Held inQuestion() {
        if (doubtful.isEmpty() || random.nextInt(4) == 0) {
            return one();
        }
        Held drawn = doubtful.get(random.nextInt(doubtful.size()));
        if (random.nextBoolean()) {
            doubtful.remove(drawn);
        }
        return drawn;
    }

    /** The unit of some claim. */
    WorkId work() {
        return one().claim().work();
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    private Held one() {
        return held.isEmpty()
                ? new Held(new WorkerId("w1"), new Holdings.Holding(new WorkId("none"), Fence.of(1, 1)), false)
                : held.get(random.nextInt(held.size()));
    }
}
