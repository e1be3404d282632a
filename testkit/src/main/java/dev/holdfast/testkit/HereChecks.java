// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.WorkerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What must hold for units that are admitted and claimed in one, and scenarios cannot say it. */
final class HereChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final ClaimSecret SECRET = new ClaimSecret(3, 4);
    private static final int THREADS = 8;
    private static final int LIMIT = 10;

    private final Ledger ledger;

    HereChecks(Ledger ledger) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT.withMaxLiveClaims(LIMIT)));
        for (int i = 0; i < THREADS; i++) {
            ledger.submit(new RegisterWorker(WorkerOffer.of(worker(i), Set.of(POOL), Set.of("mail"), LIMIT)));
        }
    }

    /** Several workers want to run the same unit: one does, and the others are told who has it. */
    void oneOfManyRunsIt() {
        for (int round = 0; round < LIMIT; round++) {
            String key = "k" + round;
            int slot = round;
            List<SubmitClaimedDecision> decisions =
                    Crowd.run(THREADS, number -> () -> ledger.submit(here(key, "mail", number, slot)));
            List<SubmitClaimedDecision.Granted> won = decisions.stream()
                    .filter(SubmitClaimedDecision.Granted.class::isInstance)
                    .map(SubmitClaimedDecision.Granted.class::cast)
                    .toList();
            assertThat(won).hasSize(1);
            assertThat(decisions)
                    .filteredOn(SubmitClaimedDecision.Repeated.class::isInstance)
                    .hasSize(THREADS - 1)
                    .allSatisfy(repeated -> assertThat(((SubmitClaimedDecision.Repeated) repeated)
                                    .unit()
                                    .newestFence())
                            .contains(won.getFirst().grant().fence()));
        }
        Invariants.check(ledger);
    }

    /** Beside claims of what waits: as many as the pool allows, each with a fence of its own; who is refused leaves nothing. */
    void limitsHoldBesideClaims() {
        for (int i = 0; i < LIMIT; i++) {
            ledger.submit(new Submit(POOL, unit("waits" + i, "mail")));
        }
        List<List<Grant>> all = Crowd.run(THREADS, number -> () -> {
            List<Grant> won = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                String key = "own" + number + "-" + i;
                SubmitClaimedDecision decision = ledger.submit(here(key, "mail", number, 2 * i));
                assertThat(ledger.ask(new Inspect(new WorkId(key))).isPresent())
                        .isEqualTo(decision instanceof SubmitClaimedDecision.Granted);
                if (decision instanceof SubmitClaimedDecision.Granted granted) {
                    won.add(granted.grant());
                }
                RequestId request = new RequestId(2 * i + 1, 7, number);
                ClaimDecision claimed = ledger.submit(new ClaimWork(POOL, worker(number), request, SECRET, 1));
                if (claimed instanceof ClaimDecision.Granted granted) {
                    won.addAll(granted.grants());
                }
            }
            return won;
        });
        assertThat(all.stream().flatMap(List::stream).map(Grant::fence).toList())
                .hasSize(LIMIT)
                .doesNotHaveDuplicates();
        Invariants.check(ledger);
    }

    /** A unit of one shape too many is not admitted; a shape that only a refused unit had does not count. */
    void aShapeOfWhatWasRefusedIsFree() {
        ledger.submitAll(IntStream.range(1, AdmissionRules.MAX_CLASSES)
                .mapToObj(i -> new Submit(POOL, unit("k" + i, "kind" + i)))
                .toList());
        assertThat(ledger.submit(here("refused", "print", 0, 0))).isInstanceOf(SubmitClaimedDecision.NotEligible.class);
        assertThat(ledger.submit(here("granted", "mail", 0, 0))).isInstanceOf(SubmitClaimedDecision.Granted.class);
        assertThat(ledger.submit(here("refused", "print", 0, 1)))
                .isEqualTo(new SubmitClaimedDecision.NotAdmitted(
                        new SubmitDecision.TooManyShapes(AdmissionRules.MAX_CLASSES)));
        Invariants.check(ledger);
    }

    private static SubmitClaimed here(String key, String kind, int number, int slot) {
        return new SubmitClaimed(POOL, unit(key, kind), worker(number), new RequestId(slot, 5, number), SECRET);
    }

    private static WorkerId worker(int number) {
        return new WorkerId("w" + number);
    }

    private static Submission unit(String key, String kind) {
        return Submission.of(kind, new IdempotencyKey(key)).id(new WorkId(key)).build();
    }
}
