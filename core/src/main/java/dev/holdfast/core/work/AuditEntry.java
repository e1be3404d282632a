// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;

/**
 * One action of an operator that changed something. It is written in the commit of the action and stays for ever; what was
 * refused, or done before, leaves no entry.
 *
 * @param number grows with every entry, with gaps; {@link #UNNUMBERED} before a store has numbered it
 * @param actor who acted, 1 to 200 visible characters
 * @param reason why, 1 to 200 visible characters; of a resolution, where the evidence stands
 * @param outcome what was answered, in words
 */
public record AuditEntry(
        long number, Moment at, String actor, String reason, Act act, Subject subject, String outcome) {
    /** The number of an entry that its store has not numbered yet. */
    public static final long UNNUMBERED = 0;

    /** What was done. */
    public enum Act {
        /** {@link Cancel}. */
        CANCEL,
        /** {@link Resolve}. */
        RESOLVE,
        /** {@link Redrive}. */
        REDRIVE,
        /** {@link Promote} by hand. */
        PROMOTE,
        /** {@link Withdraw}. */
        WITHDRAW,
        /** {@link Redact}. */
        REDACT,
        /** {@link DefinePool}, {@link DefineDomain} and {@link SetSchedule}. */
        DEFINE,
        /** {@link PausePool} and {@link PauseSchedule}. */
        PAUSE,
        /** {@link PausePool}, to give out work again, and {@link PauseSchedule}, to have ticks again. */
        RESUME,
        /** {@link DrainWorker}. */
        DRAIN,
        /** {@link DrainWorker}, to give it work again. */
        ACCEPT,
        /** {@link DeleteSchedule}. */
        DELETE,
        /** {@link RecordEvents}. */
        RECORD,
        /** {@link RecordEvents}, to end it. */
        UNRECORD
    }

    /** What an action was about. */
    public record Subject(Sort sort, String name) {
        /** What a name names. */
        public enum Sort {
            WORK,
            POOL,
            WORKER,
            SCHEDULE,
            DOMAIN
        }

        public Subject {
            Names.check("subject", name);
        }

        public static Subject of(WorkId work) {
            return new Subject(Sort.WORK, work.value());
        }

        public static Subject of(PoolId pool) {
            return new Subject(Sort.POOL, pool.value());
        }

        public static Subject of(ScheduleId schedule) {
            return new Subject(Sort.SCHEDULE, schedule.value());
        }

        public static Subject ofDomain(String domain) {
            return new Subject(Sort.DOMAIN, domain);
        }

        public static Subject of(WorkerId worker) {
            return new Subject(Sort.WORKER, worker.value());
        }
    }

    /** For stores. */
    public AuditEntry numbered(long value) {
        return new AuditEntry(value, at, actor, reason, act, subject, outcome);
    }
}
