// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Codes;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.jdbc.AccountText;
import dev.holdfast.jdbc.OptionsText;
import dev.holdfast.jdbc.Prepared;
import dev.holdfast.jdbc.SqlFunction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Inserts units of one pool, whose lanes exist: one statement for all that are new. */
final class Submitting {
    /** What the call answers for a unit. */
    private static final int INSERTED = 0;

    private static final int NO_CLASS = 2;

    private static final int OUTDATED = 3;

    private static final String SUBMIT = "SELECT $.submit_v2(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String SUBMIT_HELD =
            "SELECT $.submit_held_v1(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String SUBMIT_ONE = "SELECT $.submit_one_v2(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** The same on any revision. */
    private static final String SUBMIT_OWN = "SELECT $.submit_one_v1(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** What became of a call. */
    sealed interface Outcome {
        /** @param each for each unit whether it was inserted */
        @SuppressWarnings("ArrayRecordComponent") // as many as a batch has units; nobody compares them
        record Tried(boolean[] each) implements Outcome {}

        /** Nothing was inserted: a lane has lost its class meanwhile. */
        record ClassLost() implements Outcome {}

        /** Nothing was inserted: the units were decided on another revision of the policy. */
        record Outdated() implements Outcome {}
    }

    private final Session session;
    private final int number;
    private final PoolPolicy policy;
    private final String keyWait;

    /** @param keyWait how long a key is waited for that another transaction is just inserting; empty for no limit of ours */
    Submitting(Session session, int number, PoolPolicy policy, String keyWait) {
        this.keyWait = keyWait;
        this.session = session;
        this.number = number;
        this.policy = policy;
    }

    /**
     * Inserts what is new, in one statement, the last of the transaction.
     *
     * @param lanes the number of each unit's lane; a missing one says that there is no class left for it
     */
    Outcome insert(List<NewUnit> units, List<Optional<Long>> lanes) throws SQLException {
        return insert(units, lanes, session::timedLast);
    }

    /** As {@link #insert}; more may follow in the transaction. */
    Outcome insertFirst(List<NewUnit> units, List<Optional<Long>> lanes) throws SQLException {
        return insert(units, lanes, session::timed);
    }

    private Outcome insert(List<NewUnit> units, List<Optional<Long>> lanes, SqlFunction<String, Prepared> statement)
            throws SQLException {
        boolean[] inserted = new boolean[units.size()];
        List<Integer> firsts = firsts(units, lanes);
        int[] answers = firsts.isEmpty() ? new int[0] : submit(units, lanes, firsts, statement);
        for (int i = 0; i < answers.length; i++) {
            if (answers[i] == NO_CLASS) {
                return new Outcome.ClassLost();
            }
            if (answers[i] == OUTDATED) {
                return new Outcome.Outdated();
            }
            inserted[firsts.get(i)] = answers[i] == INSERTED;
        }
        return new Outcome.Tried(inserted);
    }

    /** Those that may be new: the first of those with equal keys or ids. */
    private static List<Integer> firsts(List<NewUnit> units, List<Optional<Long>> lanes) {
        List<Integer> firsts = new ArrayList<>(units.size());
        Set<WorkId> seen = new LinkedHashSet<>(2 * units.size());
        for (int i = 0; i < units.size(); i++) {
            WorkId id = units.get(i).id();
            WorkId ofKey = ofKey(units.get(i));
            if (lanes.get(i).isPresent() && !seen.contains(id) && !seen.contains(ofKey)) {
                seen.add(id);
                seen.add(ofKey);
                firsts.add(i);
            }
        }
        return firsts;
    }

    /** The id that a unit of this key has when its submitter gives none. */
    static WorkId ofKey(NewUnit unit) {
        return unit.submission().id().isEmpty()
                ? unit.id()
                : WorkId.derived(unit.pool(), unit.submission().key());
    }

    private int[] submit(
            List<NewUnit> units,
            List<Optional<Long>> lanes,
            List<Integer> firsts,
            SqlFunction<String, Prepared> statement)
            throws SQLException {
        session.makesClaimable(Wakes.Cause.WORK);
        NewUnit first = units.get(firsts.getFirst());
        boolean isPlain = first.submission().id().isEmpty()
                && !first.poisoned()
                && first.hold().isEmpty();
        return firsts.size() == 1 && isPlain
                ? new int[] {
                    submit(
                            statement.apply(SUBMIT_ONE).integer(number).integer(first.revision()),
                            first,
                            lanes.get(firsts.getFirst()).orElseThrow())
                }
                : submitAll(units, lanes, firsts, statement);
    }

    /**
     * Inserts what the ledger itself submits, unless it is there; more may follow in the transaction.
     *
     * @return false when the lane has lost its class: then nothing was inserted
     */
    boolean insertOwn(NewUnit unit, long lane) throws SQLException {
        session.makesClaimable(Wakes.Cause.WORK);
        return submit(session.timed(SUBMIT_OWN).integer(number), unit, lane) != NO_CLASS;
    }

    private int submit(Prepared statement, NewUnit unit, long lane) throws SQLException {
        Submission submission = unit.submission();
        Requirements requirements = submission.requirements();
        return statement
                .number(Moment.micros(policy.keysFor()))
                .number(lane)
                .text(unit.id().value())
                .text(submission.key().value())
                .flag(requirements.recovery() == Recovery.RECONCILE_BEFORE_REDISPATCH)
                .number(micros(Optional.of(requirements.delay()).filter(Submitting::isDelayed)))
                .number(micros(requirements.startBy()))
                .number(micros(requirements.runLimit()))
                .textIfAny(OptionsText.write(unit))
                .text(submission.payload().mediaType())
                .bytes(submission.payload().bytes())
                .textIfAny(keyWait)
                .first(row -> row.integer())
                .orElseThrow();
    }

    private static OptionalLong micros(Optional<Duration> duration) {
        return duration.map(known -> OptionalLong.of(Moment.micros(known))).orElse(OptionalLong.empty());
    }

    private int[] submitAll(
            List<NewUnit> units,
            List<Optional<Long>> lanes,
            List<Integer> firsts,
            SqlFunction<String, Prepared> statement)
            throws SQLException {
        int count = firsts.size();
        long[] lane = new long[count];
        String[] id = new String[count];
        String[] key = new String[count];
        String[] mediaType = new String[count];
        byte[][] payload = new byte[count][];
        Rare<String> keyId = new Rare<>(count, String.class);
        Rare<Boolean> asksFirst = new Rare<>(count, Boolean.class);
        Rare<Long> delay = new Rare<>(count, Long.class);
        Rare<Long> startBy = new Rare<>(count, Long.class);
        Rare<Long> runLimit = new Rare<>(count, Long.class);
        Rare<String> options = new Rare<>(count, String.class);
        Rare<Long> holdFor = new Rare<>(count, Long.class);
        Rare<String> holdThen = new Rare<>(count, String.class);
        Rare<Boolean> poisoned = new Rare<>(count, Boolean.class);
        for (int i = 0; i < count; i++) {
            NewUnit unit = units.get(firsts.get(i));
            Submission submission = unit.submission();
            Requirements requirements = submission.requirements();
            lane[i] = lanes.get(firsts.get(i)).orElseThrow();
            id[i] = unit.id().value();
            key[i] = submission.key().value();
            mediaType[i] = submission.payload().mediaType();
            payload[i] = submission.payload().bytes();
            keyId.set(i, submission.id().isPresent(), () -> ofKey(unit).value());
            asksFirst.set(i, requirements.recovery() == Recovery.RECONCILE_BEFORE_REDISPATCH, () -> true);
            delay.set(i, isDelayed(requirements.delay()), () -> Moment.micros(requirements.delay()));
            startBy.set(i, requirements.startBy().map(Moment::micros));
            runLimit.set(i, requirements.runLimit().map(Moment::micros));
            String text = OptionsText.write(unit);
            options.set(i, !text.isEmpty(), () -> text);
            poisoned.set(i, unit.poisoned(), () -> true);
            holdFor.set(i, unit.hold().map(hold -> Moment.micros(hold.holdFor())));
            holdThen.set(i, unit.hold().map(hold -> hold.then().name()));
        }
        Prepared call = statement
                .apply(holdFor.isEmpty() ? SUBMIT : SUBMIT_HELD)
                .integer(number)
                .integer(units.getFirst().revision())
                .number(Moment.micros(policy.keysFor()))
                .array(lane)
                .array(id)
                .array(keyId.array())
                .array(key)
                .array(asksFirst.array())
                .array(delay.array())
                .array(startBy.array())
                .array(runLimit.array())
                .array(options.array())
                .array(mediaType)
                .array(payload)
                .array(poisoned.array())
                .text(Codes.OVERSIZED)
                .textIfAny(keyWait);
        if (!holdFor.isEmpty()) {
            call.array(holdFor.array())
                    .array(holdThen.array())
                    .text(AccountText.write(Account.count(units.getFirst().pool(), Status.HELD)));
        }
        return call.first(row -> row.integers()).orElseThrow();
    }

    /** A delay below the resolution of moments is none. */
    private static boolean isDelayed(Duration delay) {
        return Moment.micros(delay) > 0;
    }
}
