// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.SubmitTogetherDecision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** What must hold for units that are submitted together, and scenarios cannot say it. */
final class TogetherChecks {
    private static final PoolId POOL = new PoolId("p");
    private static final int THREADS = 8;

    private final Ledger ledger;

    TogetherChecks(Ledger ledger) {
        this.ledger = ledger;
        ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
    }

    /** All want the same key in the middle, with other payloads: one gets all that it wants, the others nothing. */
    void oneGetsAll() {
        for (int i = 0; i < 10; i++) {
            int round = i;
            List<Decision> decisions = Crowd.run(
                    THREADS,
                    number -> () -> ledger.submit(new SubmitTogether(List.of(
                            submit(round + "-a" + number, "mine"),
                            submit(round + "-middle", "of " + number),
                            submit(round + "-b" + number, "mine")))));
            assertThat(decisions)
                    .filteredOn(SubmitTogetherDecision.Admitted.class::isInstance)
                    .hasSize(1);
            for (int number = 0; number < THREADS; number++) {
                boolean won = decisions.get(number) instanceof SubmitTogetherDecision.Admitted;
                assertThat(isThere(round + "-a" + number)).isEqualTo(won);
                assertThat(isThere(round + "-b" + number)).isEqualTo(won);
            }
        }
        Invariants.check(ledger);
    }

    /** The same units in any order, each batch with one of its own: whoever comes second waits, and finds them there. */
    void anyOrderGoesThrough() {
        List<String> shared = IntStream.range(0, 12).mapToObj(i -> "s" + i).toList();
        for (int i = 0; i < 6; i++) {
            int round = i;
            List<Decision> decisions = Crowd.run(THREADS, number -> () -> {
                List<Submit> each = new ArrayList<>();
                shared.forEach(name -> each.add(submit(round + name, "same")));
                each.add(submit(round + "-own" + number, "mine"));
                Collections.shuffle(each, new Random(number));
                return ledger.submit(new SubmitTogether(each));
            });
            assertThat(decisions).hasOnlyElementsOfType(SubmitTogetherDecision.Admitted.class);
            long admitted = decisions.stream()
                    .flatMap(decision -> ((SubmitTogetherDecision.Admitted) decision).each().stream())
                    .filter(SubmitDecision.Admitted.class::isInstance)
                    .count();
            assertThat(admitted).isEqualTo(shared.size() + THREADS);
        }
        Invariants.check(ledger);
    }

    /** The last class that a pool has room for is not enough for two; what was refused leaves room for one. */
    void noneWhereAClassIsLacking() {
        ledger.submitAll(IntStream.range(1, AdmissionRules.MAX_CLASSES)
                .mapToObj(i -> new Submit(POOL, unit("k" + i, "kind" + i, "")))
                .toList());
        Submit first = new Submit(POOL, unit("first", "one more", ""));
        Submit second = new Submit(POOL, unit("second", "and another", ""));
        assertThat(ledger.submit(new SubmitTogether(List.of(first, second))))
                .isEqualTo(new SubmitTogetherDecision.Refused(List.of(new SubmitTogetherDecision.Refusal(
                        1, second.submission().key(), new SubmitDecision.TooManyShapes(AdmissionRules.MAX_CLASSES)))));
        assertThat(isThere("first")).isFalse();
        Invariants.check(ledger);
        assertThat(ledger.submit(second)).isInstanceOf(SubmitDecision.Admitted.class);
        Invariants.check(ledger);
    }

    private boolean isThere(String name) {
        return ledger.ask(new Inspect(new WorkId(name))).isPresent();
    }

    private static Submit submit(String name, String payload) {
        return new Submit(POOL, unit(name, "kind0", payload));
    }

    private static Submission unit(String name, String kind, String payload) {
        return Submission.of(kind, new IdempotencyKey(name))
                .id(new WorkId(name))
                .payload(Payload.text(payload))
                .build();
    }
}
