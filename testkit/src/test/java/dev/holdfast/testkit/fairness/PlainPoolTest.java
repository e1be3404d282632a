// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A ledger grants in the order and within the limits of its slow and obvious twin, over many small pools. */
class PlainPoolTest {
    private static final ClaimSecret SECRET = new ClaimSecret(0, 0);
    private static final int POOLS = 100;
    private static final int STEPS = 300;

    /** One history of one pool, told to a ledger and its twin. */
    private static final class History {
        final Random random;
        final RandomPool drawn;
        final PlainPool twin;
        final ManualClock clock = new ManualClock();
        final Ledger ledger;
        final List<Grant> held = new ArrayList<>();
        long claims;
        int granted;
        int revision = 1;

        History(long seed, Function<LedgerClock, Ledger> open) {
            random = new Random(seed);
            drawn = new RandomPool(random);
            twin = new PlainPool(drawn.policy);
            ledger = open.apply(clock);
            ledger.submit(new DefinePool(RandomPool.POOL, drawn.policy));
            for (WorkerOffer offer : drawn.offers) {
                ledger.submit(new RegisterWorker(offer));
                twin.register(offer);
            }
        }

        void step() {
            clock.advance(Duration.ofMillis(random.nextInt(3) == 0 ? random.nextInt(500) : 0));
            int dice = random.nextInt(100);
            if (dice < 40) {
                submit();
            } else if (dice < 72) {
                claim();
            } else if (dice < 92) {
                settle();
            } else if (dice < 95) {
                cancel();
            } else if (dice < 97) {
                revise();
            } else {
                ledger.submit(new Sweep(RandomPool.POOL, true));
                twin.sweep(clock.now());
            }
        }

        private void submit() {
            Submission submission = drawn.submission();
            assertThat(ledger.submit(new Submit(RandomPool.POOL, submission)))
                    .isInstanceOf(SubmitDecision.Admitted.class);
            twin.submit(submission, clock.now());
        }

        private void revise() {
            PoolPolicy before = drawn.policy;
            drawn.revise();
            PoolDecision decision = ledger.submit(new DefinePool(RandomPool.POOL, drawn.policy).replacing(revision));
            if (!drawn.policy.equals(before)) {
                assertThat(decision).isEqualTo(new PoolDecision.Revised(++revision));
            }
            twin.revise(drawn.policy);
        }

        private void claim() {
            WorkerOffer worker = drawn.worker();
            int most = 1 + random.nextInt(6);
            ClaimDecision decision = ledger.submit(
                    new ClaimWork(RandomPool.POOL, worker.worker(), new RequestId(0, 0, ++claims), SECRET, most));
            assertThat(answer(decision)).isEqualTo(twin.claim(worker.worker(), most, clock.now()));
            if (decision instanceof ClaimDecision.Granted some) {
                held.addAll(some.grants());
                granted += some.grants().size();
            }
        }

        private static PlainPool.Answer answer(ClaimDecision decision) {
            return switch (decision) {
                case ClaimDecision.Granted some ->
                    new PlainPool.Answer(
                            "granted", some.grants().stream().map(Grant::work).toList());
                case ClaimDecision.NothingFits lacking -> new PlainPool.Answer("nothing", List.of());
                case ClaimDecision.NothingWaits none -> new PlainPool.Answer("nothing", List.of());
                default -> new PlainPool.Answer(decision.getClass().getSimpleName(), List.of());
            };
        }

        private void settle() {
            if (held.isEmpty()) {
                return;
            }
            Grant grant = held.remove(random.nextInt(held.size()));
            if (random.nextInt(3) > 0) {
                answer(grant, new Answer.Succeeded(Payload.EMPTY));
                twin.succeed(grant.work(), clock.now());
            } else {
                Duration delay = Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(2_000));
                Evidence evidence = random.nextBoolean() ? Evidence.NOT_STARTED : Evidence.NOT_APPLIED;
                answer(grant, new Answer.Released(evidence, "later", Optional.of(delay)));
                twin.release(grant.work(), delay, clock.now());
            }
        }

        private void answer(Grant grant, Answer answer) {
            assertThat(ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, answer)))
                    .isInstanceOf(SettleDecision.Accepted.class);
        }

        private void cancel() {
            List<WorkId> waiting = twin.in(Status.QUEUED).stream()
                    .filter(work -> drawn.isPatient || twin.hasCompany(work))
                    .toList();
            if (!waiting.isEmpty()) {
                WorkId work = waiting.get(random.nextInt(waiting.size()));
                assertThat(ledger.submit(new Cancel(work, "ann", "unwanted")))
                        .isInstanceOf(CancelDecision.Cancelled.class);
                twin.cancel(work);
            }
        }

        void compareEnds() {
            List<Unit> units = Invariants.units(ledger);
            for (Status status : Status.values()) {
                assertThat(units)
                        .filteredOn(unit -> unit.status() == status)
                        .extracting(Unit::id)
                        .isEqualTo(twin.in(status));
            }
        }
    }

    @Test
    void aLedgerGrantsLikeItsTwin() {
        System.out.printf("twin: %,d grants alike%n", compare(MemoryLedger::create));
    }

    @Test
    void soDoesOneWithoutHints() {
        assertThat(compare(MemoryLedger::createWithoutHints)).isGreaterThan(POOLS * 10);
    }

    private static int compare(Function<LedgerClock, Ledger> open) {
        int granted = 0;
        for (long seed = 1; seed <= POOLS; seed++) {
            History history = new History(seed, open);
            for (int step = 0; step < STEPS; step++) {
                try {
                    history.step();
                } catch (AssertionError e) {
                    throw new AssertionError("seed %d, step %d: %s".formatted(seed, step, e.getMessage()), e);
                }
            }
            history.compareEnds();
            Invariants.check(history.ledger);
            history.ledger.close();
            granted += history.granted;
        }
        return granted;
    }
}
