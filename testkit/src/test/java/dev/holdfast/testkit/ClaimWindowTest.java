// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A claim looks at a window of the lanes and must grant what one that looks at everything grants: many keys, needs and
 * shapes, small claims, and limits that park lanes all the time.
 */
class ClaimWindowTest {
    private static final PoolId POOL = new PoolId("p");
    private static final List<String> KINDS = List.of("a", "b", "c");

    private final ManualClock clock = new ManualClock();
    private final List<Grant> held = new ArrayList<>();
    private int keys;
    private int requests;

    static List<Long> seeds() {
        return LongStream.rangeClosed(1, 60).boxed().toList();
    }

    /** PF-177, PF-179. */
    @ParameterizedTest
    @MethodSource("seeds")
    void grantsAreThoseOfAnIdealClaim(long seed) {
        Random random = new Random(seed);
        try (Ledger window = MemoryLedger.create(clock);
                Ledger ideal = MemoryLedger.createWithoutHints(clock)) {
            for (int step = 0; step < 300; step++) {
                clock.advance(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(400) : 0));
                Command<?> command = step < 4 ? setUp(step) : next(random);
                Decision expected = ideal.submit(command);
                Decision decision = window.submit(command);
                assertThat(essence(decision))
                        .as("seed %d, step %d: %s", seed, step, command)
                        .isEqualTo(essence(expected));
                held.addAll(grants(decision));
            }
            assertThat(Invariants.units(window)).isEqualTo(Invariants.units(ideal));
        }
    }

    private static List<Grant> grants(Decision decision) {
        return decision instanceof ClaimDecision.Granted granted ? granted.grants() : List.of();
    }

    /** All of an answer but the guess whether there is more. */
    private static Object essence(Decision decision) {
        return switch (decision) {
            case ClaimDecision.Granted granted -> granted.grants();
            case ClaimDecision.NothingFits nothing -> nothing.lacking();
            default -> decision;
        };
    }

    private Command<?> setUp(int step) {
        if (step == 0) {
            return new DefinePool(
                    POOL,
                    PoolPolicy.DEFAULT
                            .withMaxLiveClaims(12)
                            .withLease(Duration.ofHours(1))
                            .withCapacity(Map.of("cpu", 6L))
                            .withDomains(Map.of("d", DomainLimit.claims(2), "e", DomainLimit.claims(1))));
        }
        Set<String> kinds = step == 1 ? Set.copyOf(KINDS) : Set.of(KINDS.get(step - 1), "a");
        return new RegisterWorker(WorkerOffer.of(new WorkerId("w" + step), Set.of(POOL), kinds, 4 + step)
                .withResources(Map.of("cpu", 1L + step)));
    }

    private Command<?> next(Random random) {
        int dice = random.nextInt(10);
        if (dice < 4 || keys == 0) {
            return submit(random);
        }
        if (dice < 7 || held.isEmpty()) {
            WorkerId worker = new WorkerId("w" + (1 + random.nextInt(3)));
            RequestId request = new RequestId(0, 0, ++requests);
            return new ClaimWork(POOL, worker, request, new ClaimSecret(0, 0), 1 + random.nextInt(4));
        }
        Grant grant = held.remove(random.nextInt(held.size()));
        Answer answer = random.nextInt(3) == 0
                ? new Answer.Released(Evidence.NOT_STARTED, "later", Optional.empty())
                : new Answer.Succeeded(Payload.EMPTY);
        return new Settle(grant.work(), grant.fence(), new ClaimSecret(0, 0), answer);
    }

    private Command<?> submit(Random random) {
        String key = "k" + ++keys;
        Submission.Builder unit = Submission.of(KINDS.get(random.nextInt(3)), new IdempotencyKey(key))
                .id(new WorkId(key))
                .fairnessKey("tenant" + random.nextInt(12))
                .band(random.nextInt(3));
        switch (random.nextInt(6)) {
            case 0 -> unit.demand("cpu", 1 + random.nextInt(4));
            case 1 -> unit.domain("d");
            case 2 -> unit.domain("d").domain("e");
            case 3 -> unit.delay(Duration.ofMillis(random.nextInt(2_000)));
            case 4 -> unit.startBy(Duration.ofMillis(1 + random.nextInt(4_000)));
            default -> {}
        }
        return new Submit(POOL, unit.build());
    }
}
