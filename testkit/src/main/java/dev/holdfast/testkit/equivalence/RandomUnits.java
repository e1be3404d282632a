// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.ResolveDecision;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.UnitCommand;
import dev.holdfast.core.work.Withdraw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Submissions by number: the number says all but the id and, rarely, the pool, so that a number drawn twice is mostly the
 * same submission and sometimes a conflict.
 */
final class RandomUnits {
    private final Random random;
    private final List<WorkId> over = new ArrayList<>();
    private final Map<WorkId, Integer> lives = new HashMap<>();
    private int numbers;

    RandomUnits(Random random) {
        this.random = random;
    }

    Submit submit() {
        numbers++;
        int number = drawn(6);
        PoolId pool = number % 5 < 3 ^ random.nextInt(40) == 0 ? RandomPools.P : RandomPools.Q;
        String kind = "abc".substring(number % 3).substring(0, 1);
        Submission.Builder unit = Submission.of(
                        number % 60 == 59 ? Inquiry.kindOf(kind) : kind, // only the ledger submits such
                        new IdempotencyKey("k" + number))
                .payload(Payload.text("payload " + number))
                .fairnessKey(number % 7 == 0 ? "" : "tenant\uD83D\uDE00" + (char) (0xFFE0 + number % 5))
                .band(number % 3);
        if (random.nextInt(3) == 0) {
            unit.id(new WorkId("id" + number));
        }
        ask(unit, number, pool);
        return new Submit(pool, unit.build(), hold(number));
    }

    /** Units that are alike but for their keys, of which some may be there. */
    SubmitTogether together() {
        Submit example = submit();
        Submission unit = example.submission();
        List<Submit> each = new ArrayList<>();
        int size = 1 + random.nextInt(4);
        while (each.size() < size) {
            String key = "k" + (random.nextInt(6) == 0 ? drawn(6) : ++numbers);
            each.add(new Submit(
                    example.pool(),
                    new Submission(
                            new IdempotencyKey(key),
                            Optional.of(new WorkId(key)),
                            unit.payload(),
                            unit.requirements(),
                            unit.labels(),
                            unit.trace()),
                    example.hold()));
        }
        return new SubmitTogether(each);
    }

    private static Optional<Hold> hold(int number) {
        return number % 8 == 5
                ? Optional.of(new Hold(
                        Duration.ofMillis(1 + number * 37L % 2_500),
                        number % 3 == 0 ? Hold.Then.WITHDRAW : Hold.Then.PROMOTE))
                : Optional.empty();
    }

    /** Of some unit, held or not. */
    UnitCommand<?> letGo() {
        WorkId work = work();
        return switch (random.nextInt(3)) {
            case 0 -> new Promote(work);
            case 1 -> Promote.by("bob", "after all", work);
            default -> new Withdraw(work, "ann", "given up");
        };
    }

    private static void ask(Submission.Builder unit, int number, PoolId pool) {
        boolean inP = pool.equals(RandomPools.P);
        switch (number % 18) {
            case 0 -> unit.demand("cpu", 1 + number % 3);
            case 1 -> unit.domain(number % 4 > 0 ? "s" : inP ? "d" : "f");
            case 2 -> unit.domain(inP ? "d" : "f").demand("cpu", 2);
            case 3 -> unit.delay(Duration.ofMillis(number % 3_000));
            case 4 -> unit.startBy(Duration.ofMillis(1 + number % 4_000));
            case 5 -> unit.guarantee(Guarantee.RECONCILED).recovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
            case 6 -> unit.runLimit(Duration.ofMillis(500 + number)).labels(Map.of("colour", "r=e\\d"));
            case 7 -> unit.guarantee(Guarantee.IDEMPOTENT).trace("00-abc-def-01");
            case 8 -> unit.guarantee(Guarantee.ATOMIC).runLimit(Duration.ofSeconds(3));
            case 9 -> unit.capabilities(List.of("x")).domain("s").demand("cpu", 1 + number % 3);
            case 10 -> unit.affinity("near").domain(number % 2 == 0 ? "t" : inP ? "e" : "f");
            case 11 -> unit.demand(inP ? "cpu" : "gpu", 1 + number % 2);
            case 12 -> unit.demand("cpu", number % 4 == 0 ? 7 : 1); // more than there is, sometimes
            case 13 -> unit.demand("gpu", 1).domain("d"); // a part of it is unknown in either pool
            case 14 -> unit.delay(Duration.ofMillis(900)).startBy(Duration.ofMillis(1_000 + number));
            case 15 -> unit.labels(Map.of("size", "")).definition(RandomPools.definition(number % 3));
            case 16 -> {
                unit.recovery(Recovery.RECONCILE_BEFORE_REDISPATCH)
                        .domain(inP ? number % 4 == 0 ? "s" : "e" : number % 4 == 1 ? "s" : "f");
                if (number % 3 > 0) { // what keeps its domains, and some of their resources, while it is uncertain
                    unit.guarantee(Guarantee.RECONCILED).demand("cpu", 1);
                }
            }
            default -> unit.recovery(Recovery.RECONCILE_BEFORE_REDISPATCH);
        }
    }

    /** The id of some unit, known or not. */
    WorkId work() {
        int number = drawn(1);
        if (random.nextBoolean()) {
            return new WorkId("id" + number);
        }
        return WorkId.derived(number % 5 < 3 ? RandomPools.P : RandomPools.Q, new IdempotencyKey("k" + number));
    }

    /** What a decision says of lives: which units ended without success, and in which life a unit is. */
    void learn(Command<?> command, Decision decision) {
        if (command instanceof UnitCommand<?> about && endsWithoutSuccess(decision)) {
            over.add(about.work());
        }
        if (command instanceof Redrive redrive && decision instanceof RedriveDecision.Redriven redriven) {
            lives.put(redrive.work(), redriven.life());
        }
    }

    private static boolean endsWithoutSuccess(Decision decision) {
        return switch (decision) {
            case SettleDecision.Accepted accepted -> isOver(accepted.status());
            case ResolveDecision.Resolved resolved -> isOver(resolved.status());
            case CancelDecision.Cancelled cancelled -> true;
            case SettleDecision.Repeated repeated -> isOver(repeated.status());
            default -> false;
        };
    }

    private static boolean isOver(Status status) {
        return status.isEnd() && status != Status.SUCCEEDED;
    }

    /** Mostly of a unit that is over, in the life that it is in; now and then of the one before or after it. */
    Redrive redrive() {
        boolean any = over.isEmpty() || random.nextInt(5) == 0;
        WorkId work = any ? work() : over.get(Math.max(0, over.size() - 1 - random.nextInt(12)));
        int life = lives.getOrDefault(work, 1) + (random.nextInt(4) > 0 ? 0 : random.nextInt(3) - 1);
        return new Redrive(
                work, Math.max(1, life), random.nextBoolean() ? "ann" : "bob", "mended", random.nextInt(3) == 0);
    }

    /** Of any unit that is over, so that late answers and repeated submissions still come. */
    Redact redact() {
        boolean any = over.isEmpty() || random.nextInt(3) == 0;
        return new Redact(any ? work() : over.get(random.nextInt(over.size())), "ann", "asked for");
    }

    /** The newest number; one time in so many any that was there. */
    private int drawn(int oneIn) {
        return random.nextInt(oneIn) == 0 ? random.nextInt(numbers + 1) : numbers;
    }
}
