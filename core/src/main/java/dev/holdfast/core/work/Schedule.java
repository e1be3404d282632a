// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Digest;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A schedule as a ledger keeps it. A pass moves it from tick to tick: it submits what is due and advances it in one commit.
 *
 * @param revision of the terms, from 1
 * @param next no tick before it is still to come; once a pass was made it is the next tick, {@link Moment#FOREVER} when
 *     there is none
 * @param waiting a tick that waits until {@code last} has ended
 * @param newest the tick that was submitted last
 * @param last the unit that was submitted last
 * @param submitted how many ticks were submitted
 * @param leftOut how many ticks that a pass has seen were left out
 */
public record Schedule(
        ScheduleId id,
        int revision,
        ScheduleTerms terms,
        boolean paused,
        Moment next,
        Optional<Moment> waiting,
        Optional<Moment> newest,
        Optional<WorkId> last,
        long submitted,
        long leftOut) {
    /** Keys that begin like this are the ledger's own: schedule and tick, so that no tick is submitted twice. */
    public static final String RESERVED = "schedule/";

    private static final Duration SHORTEST = Duration.ofNanos(1_000);

    /** Most schedules of a ledger. */
    public static final int MOST = 1_000;

    static Schedule defined(SetSchedule command, Moment now) {
        return new Schedule(
                command.schedule(),
                1,
                command.terms(),
                false,
                now,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                0);
    }

    /**
     * Another recurrence has its ticks from now on, but, where the clock went back, behind what was submitted: in another
     * pool no key would tell. The next tick of the same one stays.
     */
    Schedule revised(ScheduleTerms others, Moment now) {
        Moment behind = newest.map(tick -> tick.plus(SHORTEST)).orElse(now);
        Moment from = terms.recurrence().equals(others.recurrence()) ? next : now.orLater(behind);
        return new Schedule(id, revision + 1, others, paused, from, waiting, newest, last, submitted, leftOut);
    }

    /** Ticks of the time of a pause are no business of a schedule that is resumed. */
    Schedule withPaused(boolean value, Moment now) {
        Moment from = value ? next : next.orLater(now);
        return new Schedule(id, revision, terms, value, from, waiting, newest, last, submitted, leftOut);
    }

    /** After a pass that made {@code done} of what was due. */
    Schedule advanced(Moment following, TickRules.Done done) {
        Optional<Moment> tick = done.submitted().isEmpty()
                ? newest
                : Optional.of(done.submitted().getLast());
        return new Schedule(
                id,
                revision,
                terms,
                paused,
                following,
                done.waiting(),
                tick,
                done.submitted().isEmpty()
                        ? last
                        : Optional.of(idOf(done.submitted().getLast())),
                submitted + done.submitted().size(),
                leftOut + done.leftOut());
    }

    /** For stores: the same with its pool. */
    public Schedule in(PoolId pool) {
        return new Schedule(id, revision, terms.in(pool), paused, next, waiting, newest, last, submitted, leftOut);
    }

    /** Whether a pass at this moment may have something to do. */
    public boolean isDue(Moment now) {
        return !paused && (waiting.isPresent() || !next.isAfter(now));
    }

    /** The unit of a tick. */
    public WorkId idOf(Moment tick) {
        return WorkId.derived(terms.pool(), keyOf(id, tick));
    }

    /** Schedule and tick; the digest of the schedule where its name is too long. */
    static IdempotencyKey keyOf(ScheduleId schedule, Moment tick) {
        String whole = RESERVED + schedule + "/" + tick;
        return new IdempotencyKey(
                whole.length() <= Names.MAX_LENGTH
                        ? whole
                        : RESERVED
                                + Digest.ofFields("holdfast/schedule/v1", schedule.value())
                                        .shortText() + "/" + tick);
    }

    /** What a tick submits. */
    Submission submission(Moment tick) {
        Map<String, String> labels = new TreeMap<>(terms.template().labels());
        labels.put(ScheduleTerms.SCHEDULE_LABEL, id.value());
        labels.put(ScheduleTerms.TICK_LABEL, tick.toString());
        return terms.template().withKey(keyOf(id, tick)).withLabels(labels);
    }
}
