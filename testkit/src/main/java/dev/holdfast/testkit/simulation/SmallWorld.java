// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * So few workers and units that everything that can happen to them is a number that a program counts to: two workers,
 * two units, and whatever they, time and an operator may do next at any moment.
 *
 * @param grants how many requests of each worker may be granted, so that there is an end
 * @param submissions are there from the beginning
 * @param moves in the order in which they are tried
 */
record SmallWorld(
        String name,
        Setting setting,
        List<WorkerOffer> offers,
        List<Integer> grants,
        List<Submission> submissions,
        List<Move> moves) {
    static final PoolId POOL = Setting.ALPHA;

    /** Less than a lease and more than half of one. */
    private static final Duration PASSES = Duration.ofSeconds(3);

    private static final PoolPolicy POLICY = PoolPolicy.DEFAULT
            .withLease(Duration.ofSeconds(4))
            .withSweepEvery(Duration.ofSeconds(1))
            .withRetry(new Retry(Duration.ofSeconds(1), 2, Duration.ofSeconds(2), 0));

    private static final Answer SUCCEEDED = new Answer.Succeeded(Payload.EMPTY);
    private static final Answer GIVEN_BACK = new Answer.Released(Evidence.NOT_APPLIED, "busy", Optional.empty());
    private static final Answer UNSURE = new Answer.Released(Evidence.AMBIGUOUS, "timeout", Optional.empty());

    private static final PoolPolicy QUESTIONS = POLICY.withMaxLiveClaims(2).withBudgets(2, 2);
    private static final Set<String> ASKING = Set.of("mail", Inquiry.kindOf("mail"));
    private static final Submission ASKED = unit("asked")
            .guarantee(Guarantee.RECONCILED)
            .recovery(Recovery.RECONCILE_BEFORE_REDISPATCH)
            .build();

    /** Two workers want two units of a pool that lets one run at a time: claims, losses through time, late answers, a cancel. */
    static SmallWorld losses() {
        Submission first = unit("first").build();
        Submission second = unit("second").build();
        return of(
                "losses",
                List.of(2, 1),
                List.of(first, second),
                POLICY.withMaxLiveClaims(1).withBudgets(2, 1),
                Set.of("mail"),
                new Moves()
                        .submits(first, second)
                        .claims()
                        .answers(2, Map.of("succeed", SUCCEEDED, "give back", GIVEN_BACK))
                        .heartbeats()
                        .sweeps()
                        .cancels(first)
                        .time(PASSES));
    }

    /** A unit whose outcome matters, and the inquiries about it: begin, uncertainty, evidence, another life. */
    static SmallWorld questions() {
        Moves moves = asking().resolves(ASKED).redrives(ASKED);
        return of("questions", List.of(1, 1), List.of(ASKED), QUESTIONS, ASKING, moves);
    }

    /** Such a unit, and workers that may never hear what they were granted, so that it has to be taken back from them. */
    static SmallWorld silences() {
        Moves moves = asking().claimsWithoutAnswer();
        return of("silences", List.of(2, 1), List.of(ASKED), QUESTIONS, ASKING, moves);
    }

    private static Moves asking() {
        return new Moves()
                .submits(ASKED)
                .claims()
                .begins(2)
                .answers(2, Map.of("succeed", SUCCEEDED, "give back unsure", UNSURE))
                .heartbeats()
                .sweeps()
                .cancels(ASKED)
                .time(PASSES);
    }

    private static Submission.Builder unit(String key) {
        return Submission.of("mail", new IdempotencyKey(key));
    }

    private static SmallWorld of(
            String name,
            List<Integer> grants,
            List<Submission> units,
            PoolPolicy policy,
            Set<String> kinds,
            Moves moves) {
        List<WorkerOffer> offers = List.of(
                WorkerOffer.of(new WorkerId("ann"), Set.of(POOL), kinds, 1),
                WorkerOffer.of(new WorkerId("bob"), Set.of(POOL), kinds, 1));
        return new SmallWorld(
                name,
                new Setting(new TreeMap<>(Map.of(POOL, policy)), offers.size()),
                offers,
                grants,
                units,
                moves.list(offers.size()));
    }
}
