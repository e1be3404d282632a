// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One unit of work: what was submitted, what became of it so far, and where it stands.
 *
 * @param sequence order of admission in the authority
 * @param version rises with every change; what {@code WHERE version = ?} compares
 * @param laneKey the fairness key that it waits under and is charged to: its own, or {@link Fairness#OTHER}; it was chosen when
 *     the unit was queued last
 * @param startBy its latest start in this life; a held unit has none, it gets it when it is promoted
 * @param life from 1
 * @param attempts answered runs of this life that count against {@code maxAttempts}
 * @param losses lost claims of this life that count against {@code maxLosses}
 * @param past every claim that ended, of all lives, oldest first
 * @param lives those that are over, oldest first: all before {@code life}
 */
public record Unit(
        WorkId id,
        PoolId pool,
        long sequence,
        Submission submission,
        Moment admittedAt,
        String laneKey,
        Optional<Moment> startBy,
        long version,
        int life,
        int attempts,
        int losses,
        Optional<CancelRequest> cancel,
        WorkState state,
        List<PastClaim> past,
        List<PastLife> lives) {
    /** The sequence of a unit that its store has not numbered yet. */
    public static final long UNNUMBERED = 0;

    public Unit {
        past = List.copyOf(past);
        lives = List.copyOf(lives);
    }

    /** As much of a waiting unit as a grant of it tells, read at {@code time}. */
    public static Unit waiting(
            WorkId id,
            PoolId pool,
            long sequence,
            Submission submission,
            Moment time,
            String laneKey,
            long version,
            int life,
            int attempts,
            int losses) {
        return new Unit(
                id,
                pool,
                sequence,
                submission,
                time,
                laneKey,
                Optional.empty(),
                version,
                life,
                attempts,
                losses,
                Optional.empty(),
                new WorkState.Queued(time, WorkState.Origin.ADMITTED),
                List.of(),
                List.of());
    }

    static Unit admitted(WorkId id, PoolId pool, Submission submission, Moment now, String laneKey, WorkState state) {
        return new Unit(
                id,
                pool,
                UNNUMBERED,
                submission,
                now,
                laneKey,
                state instanceof WorkState.Held
                        ? Optional.empty()
                        : submission.requirements().startBy().map(now::plus),
                1,
                1,
                0,
                0,
                Optional.empty(),
                state,
                List.of(),
                List.of());
    }

    /** This unit with the number its store gave it. */
    public Unit numbered(long value) {
        return stored(value, lives);
    }

    /** This unit with its lives that are over, which its store keeps apart. */
    public Unit withLives(List<PastLife> values) {
        return stored(sequence, values);
    }

    private Unit stored(long number, List<PastLife> over) {
        return new Unit(
                id,
                pool,
                number,
                submission,
                admittedAt,
                laneKey,
                startBy,
                version,
                life,
                attempts,
                losses,
                cancel,
                state,
                past,
                over);
    }

    public Status status() {
        return state.status();
    }

    public Requirements requirements() {
        return submission.requirements();
    }

    /** What its lane is looked up by. */
    public Requirements lane() {
        return requirements().under(laneKey);
    }

    /** Before it enters a lane: there it waits under the key that the policy gives it now. */
    Unit under(Fairness fairness) {
        String key = fairness.laneKey(requirements().fairnessKey());
        return key.equals(laneKey)
                ? this
                : new Unit(
                        id,
                        pool,
                        sequence,
                        submission,
                        admittedAt,
                        key,
                        startBy,
                        version,
                        life,
                        attempts,
                        losses,
                        cancel,
                        state,
                        past,
                        lives);
    }

    /** The live claim, when there is one. */
    public Optional<Claim> claim() {
        return state instanceof WorkState.Claimed held ? Optional.of(held.claim()) : Optional.empty();
    }

    /** The newest fence ever issued to this unit. */
    public Optional<Fence> newestFence() {
        return claim().map(Claim::fence)
                .or(() -> past.isEmpty()
                        ? Optional.empty()
                        : Optional.of(past.getLast().claim().fence()));
    }

    /** What is known of the effect of all claims of this life that have ended. */
    Evidence evidenceSoFar() {
        Evidence known = Evidence.NOT_STARTED;
        for (PastClaim old : past) {
            if (old.claim().life() == life) {
                boolean neverBegan = old.end() == PastClaim.End.LOST && LossRules.neverBegan(old.claim(), this);
                known = (neverBegan && old.answer().isEmpty() ? Evidence.NOT_STARTED : old.evidence()).orWorse(known);
            }
        }
        return known;
    }

    /** The newest claim, of any life, whose holder answered when it was too late. */
    public Optional<PastClaim> newestLateAnswer() {
        return past.reversed().stream().filter(old -> old.late().isPresent()).findFirst();
    }

    Optional<PastClaim> past(Fence fence) {
        return past.stream().filter(old -> old.claim().fence().equals(fence)).findFirst();
    }

    /** Granted to a worker: what every store makes of a won claim. */
    public Unit claimed(Claim claim) {
        return with(attempts, losses, cancel, new WorkState.Claimed(claim), past);
    }

    Unit begun(Moment now) {
        Claim claim = claim().orElseThrow();
        return with(attempts, losses, cancel, new WorkState.Claimed(claim.begun(now)), past);
    }

    Unit cancelRequested(CancelRequest request) {
        return with(attempts, losses, Optional.of(request), state, past);
    }

    /** The live claim ends; {@code next} follows from it. */
    Unit claimEnded(PastClaim old, int newAttempts, int newLosses, WorkState next) {
        List<PastClaim> all = new ArrayList<>(past);
        all.add(old);
        return with(newAttempts, newLosses, cancel, next, all);
    }

    /** A claim that had ended gets its holder's word after all. */
    Unit pastReplaced(PastClaim old, int newAttempts, int newLosses, WorkState next) {
        List<PastClaim> all = new ArrayList<>(past);
        all.replaceAll(each -> each.claim().fence().equals(old.claim().fence()) ? old : each);
        return with(newAttempts, newLosses, cancel, next, all);
    }

    /** The next life begins: what belonged to the last one is over with it. */
    Unit livesAgain(PastLife over, Moment now) {
        List<PastLife> all = new ArrayList<>(lives);
        all.add(over);
        return new Unit(
                id,
                pool,
                sequence,
                submission,
                admittedAt,
                laneKey,
                startBy.filter(latest -> !now.isAfter(latest)),
                version + 1,
                life + 1,
                0,
                0,
                Optional.empty(),
                new WorkState.Queued(now, WorkState.Origin.REDRIVEN),
                past,
                all);
    }

    /** The same, in another version: whoever decided on this one has to decide again. */
    Unit touched() {
        return with(attempts, losses, cancel, state, past);
    }

    /** Whether its payload is but a digest. */
    public boolean isRedacted() {
        return submission.payload().isRedacted();
    }

    /** This ended unit with digests in the place of payload, labels and results; itself when there is nothing left to do. */
    Unit redacted() {
        WorkState without = state instanceof WorkState.Ended ended
                ? new WorkState.Ended(
                        ended.status(),
                        ended.at(),
                        ended.by(),
                        ended.code(),
                        ended.evidence(),
                        ended.result().map(Unit::redacted),
                        ended.reference())
                : state;
        List<PastClaim> claims = past.stream().map(PastClaim::redacted).toList();
        Submission digest = submission.redacted();
        if (digest.equals(submission) && without.equals(state) && claims.equals(past)) {
            return this;
        }
        return new Unit(
                id,
                pool,
                sequence,
                digest,
                admittedAt,
                laneKey,
                startBy,
                version + 1,
                life,
                attempts,
                losses,
                cancel,
                without,
                claims,
                lives);
    }

    /** An empty result says nothing, and stays. */
    static Payload redacted(Payload result) {
        return result.equals(Payload.EMPTY) ? result : result.redacted();
    }

    /** No longer held: delay and latest start are counted from {@code now}. */
    Unit promoted(Moment now) {
        return new Unit(
                id,
                pool,
                sequence,
                submission,
                admittedAt,
                laneKey,
                requirements().startBy().map(now::plus),
                version + 1,
                life,
                attempts,
                losses,
                cancel,
                new WorkState.Queued(now.plus(requirements().delay()), WorkState.Origin.PROMOTED),
                past,
                lives);
    }

    Unit moved(int newAttempts, WorkState next) {
        return with(newAttempts, losses, cancel, next, past);
    }

    private Unit with(
            int newAttempts,
            int newLosses,
            Optional<CancelRequest> newCancel,
            WorkState next,
            List<PastClaim> newPast) {
        return new Unit(
                id,
                pool,
                sequence,
                submission,
                admittedAt,
                laneKey,
                startBy,
                version + 1,
                life,
                newAttempts,
                newLosses,
                newCancel,
                next,
                newPast,
                lives);
    }
}
