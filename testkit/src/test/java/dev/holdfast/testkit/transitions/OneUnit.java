// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.transitions;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitCommand;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A real ledger with one unit of work in it, and everything that can happen to that unit. */
final class OneUnit implements AutoCloseable {
    static final WorkId WORK = new WorkId("work");
    static final ClaimSecret SECRET = new ClaimSecret(1, 2);

    /** Outlasts the lease of a worker. */
    static final Duration A_MINUTE = Duration.ofMinutes(1);

    /** After that it is too late to start. */
    static final Duration A_DAY = Duration.ofDays(1);

    /** Longer than the moves of any history take when each is a minute. */
    private static final Duration START_BY = Duration.ofHours(1);

    /** Is over before the minute is. */
    static final Duration HOLD_FOR = Duration.ofSeconds(30);

    private static final PoolId POOL = new PoolId("pool");
    private static final String KIND = "mail";
    private static final String MEMORY = "memory";

    private final ManualClock clock = new ManualClock();
    private final Ledger ledger = MemoryLedger.create(clock);
    private int workers;

    /** @param budget how many attempts, and how many losses, the pool allows */
    OneUnit(Submission submission, int budget) {
        this(submission, Optional.empty(), budget);
    }

    OneUnit(Submission submission, Optional<Hold> hold, int budget) {
        PoolPolicy policy = PoolPolicy.DEFAULT
                .withBudgets(budget, budget)
                .withRetry(new Retry(Duration.ZERO, 1, Duration.ZERO, 0))
                .withCapacity(Map.of(MEMORY, 1L))
                .withOversized(Oversized.POISON);
        ledger.submit(new DefinePool(POOL, policy));
        ledger.submit(new Submit(POOL, submission, hold));
    }

    static Submission.Builder submission() {
        return Submission.of(KIND, new IdempotencyKey("key")).id(WORK).startBy(START_BY);
    }

    /** More than the pool has. */
    static Submission oversized() {
        return submission().demand(MEMORY, 2).build();
    }

    Unit unit() {
        return ledger.ask(new Inspect(WORK)).orElseThrow();
    }

    Decision make(Move move) {
        return switch (move) {
            case Move.Send send -> ledger.submit(send.command());
            case Move.Claim claim -> claim();
            case Move.Sweep sweep -> {
                clock.advance(sweep.later());
                yield ledger.submit(new Sweep(POOL, true));
            }
        };
    }

    private Decision claim() {
        WorkerId worker = new WorkerId("worker-" + ++workers);
        ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.of(POOL), Set.of(KIND), 1)));
        return ledger.submit(new ClaimWork(POOL, worker, new RequestId(0, 0, workers), SECRET, 1));
    }

    /** Every command about the unit, made from the types; and what is no command about a unit. */
    List<Move> moves() {
        Unit unit = unit();
        Samples samples = new Samples(Map.ofEntries(
                Map.entry(WorkId.class, List.of(WORK)),
                Map.entry(Fence.class, unit.newestFence().map(List::of).orElse(List.of())),
                Map.entry(ClaimSecret.class, List.of(SECRET)),
                Map.entry(Payload.class, List.of(Payload.EMPTY)),
                Map.entry(Duration.class, List.of()),
                Map.entry(String.class, List.of("x")),
                Map.entry(int.class, List.of(unit.life())),
                Map.entry(long.class, List.of((long) unit.life())),
                Map.entry(boolean.class, List.of(false, true))));
        List<Move> moves = new ArrayList<>(List.of(new Move.Claim(), new Move.Sweep(A_MINUTE), new Move.Sweep(A_DAY)));
        for (UnitCommand<?> command : samples.of(UnitCommand.class)) {
            moves.add(new Move.Send(command));
        }
        return moves;
    }

    /** All that decides about what can become of the unit, as long as it is not too late to start. */
    Object situation() {
        Unit unit = unit();
        Object where = switch (unit.state()) {
            case WorkState.Held held -> held.then();
            case WorkState.Queued queued -> queued.origin();
            case WorkState.Claimed held -> held.claim().begunAt().isPresent();
            case WorkState.Uncertain uncertain -> uncertain.byLoss();
            case WorkState.Ended ended -> ended.code();
        };
        List<Boolean> newest = unit.past().isEmpty()
                ? List.of()
                : List.of(
                        unit.past().getLast().answer().isPresent(),
                        unit.past().getLast().late().isPresent());
        return List.of(
                unit.status(), where, unit.cancel().isPresent(), unit.attempts(), unit.losses(), unit.life(), newest);
    }

    @Override
    public void close() {
        ledger.close();
    }
}
