// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import java.util.List;

/**
 * What a schedule submits and when: what people say of it, which is revisioned.
 *
 * @param template what each tick submits, without an id; its key is replaced, and two labels are added
 */
public record ScheduleTerms(PoolId pool, Submission template, Recurrence recurrence, Overlap overlap, Misfire misfire) {
    /** The label of a unit that names its schedule. */
    public static final String SCHEDULE_LABEL = "schedule";

    /** The label of a unit that names its tick, such as {@code 2026-03-01T02:30:00Z}. */
    public static final String TICK_LABEL = "tick";

    /** Room for the two labels that a tick adds. */
    public static final int MAX_LABELS = Submission.MAX_LABELS - 2;

    private static final IdempotencyKey NO_KEY = new IdempotencyKey("template");

    /** @throws IllegalArgumentException when the template has an id, or labels that a tick adds */
    public ScheduleTerms {
        if (template.id().isPresent()) {
            throw new IllegalArgumentException("what a schedule submits has no id of its own");
        }
        if (template.labels().size() > MAX_LABELS) {
            throw new IllegalArgumentException("what a schedule submits has at most " + MAX_LABELS + " labels, not "
                    + template.labels().size());
        }
        for (String added : List.of(SCHEDULE_LABEL, TICK_LABEL)) {
            if (template.labels().containsKey(added)) {
                throw new IllegalArgumentException("the label '" + added + "' is given by the schedule");
            }
        }
        template.payload().checkNew();
        template = template.withKey(NO_KEY);
    }

    /** With the defaults of {@link Overlap#SKIP} and {@link Misfire#DEFAULT}. */
    public static ScheduleTerms of(PoolId pool, Submission.Builder template, Recurrence recurrence) {
        return new ScheduleTerms(pool, template.build(), recurrence, Overlap.SKIP, Misfire.DEFAULT);
    }

    /** Begins what a schedule submits. */
    public static Submission.Builder template(String kind) {
        return Submission.of(kind, NO_KEY);
    }

    public ScheduleTerms in(PoolId other) {
        return new ScheduleTerms(other, template, recurrence, overlap, misfire);
    }

    public ScheduleTerms with(Overlap value) {
        return new ScheduleTerms(pool, template, recurrence, value, misfire);
    }

    public ScheduleTerms with(Misfire value) {
        return new ScheduleTerms(pool, template, recurrence, overlap, value);
    }

    public ScheduleTerms with(Recurrence value) {
        return new ScheduleTerms(pool, template, value, overlap, misfire);
    }

    /** The names of the parts in which {@code other} differs. */
    public List<String> differences(ScheduleTerms other) {
        Differences found = new Differences();
        found.compare("pool", pool, other.pool);
        template.differences(other.template).forEach(found::add);
        found.compare("labels", template.labels(), other.template.labels());
        found.compare("trace", template.trace(), other.template.trace());
        found.compare("recurrence", recurrence, other.recurrence);
        found.compare("overlap", overlap, other.overlap);
        found.compare("misfire", misfire, other.misfire);
        return found.names();
    }
}
