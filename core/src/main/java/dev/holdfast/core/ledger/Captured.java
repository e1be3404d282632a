// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.Blocked;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerRecord;
import java.util.Comparator;
import java.util.Optional;

/**
 * A part of a captured ledger. A whole one is a sequence of parts: the types in the order in which they are declared here,
 * and the parts of a type in its natural order.
 *
 * <p>This is all that a ledger is: whatever a store keeps besides follows from it, or is only a hint. A new thing that a
 * ledger keeps becomes a part here or of one of these, and the tests of all stores find where it is missing.
 */
public sealed interface Captured {
    /** @param epoch under which the captured ledger issued fences, then */
    record OfLedger(AuthorityId authority, int epoch) implements Captured {}

    /** A shared domain. Others stand in the policy of the pool that declared them. */
    record OfDomain(Domain domain) implements Captured, Comparable<OfDomain> {
        @Override
        public int compareTo(OfDomain other) {
            return domain.name().compareTo(other.domain.name());
        }
    }

    record OfPool(Pool pool) implements Captured, Comparable<OfPool> {
        @Override
        public int compareTo(OfPool other) {
            return pool.id().compareTo(other.pool.id());
        }
    }

    record OfWorker(WorkerRecord worker) implements Captured, Comparable<OfWorker> {
        @Override
        public int compareTo(OfWorker other) {
            return worker.id().compareTo(other.worker.id());
        }
    }

    /**
     * A fairness key of a band that is ahead of the band's clock, or has an open lane. All others are as new ones would be.
     *
     * @param tag its virtual time
     */
    record OfKey(PoolId pool, int band, String key, long tag) implements Captured, Comparable<OfKey> {
        private static final Comparator<OfKey> ORDER =
                Comparator.comparing(OfKey::pool).thenComparingInt(OfKey::band).thenComparing(OfKey::key);

        @Override
        public int compareTo(OfKey other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * A lane that is open: not drained, so that what enters it lifts no tag.
     *
     * @param blocked since when nothing of it found room
     */
    record OfLane(PoolId pool, int band, String key, Eligibility eligibility, Needs needs, Optional<Blocked> blocked)
            implements Captured, Comparable<OfLane> {
        private static final Comparator<OfLane> ORDER = Comparator.comparing(OfLane::pool)
                .thenComparingInt(OfLane::band)
                .thenComparing(OfLane::key)
                .thenComparing(lane -> lane.eligibility().toString())
                .thenComparing(lane -> lane.needs().toString());

        @Override
        public int compareTo(OfLane other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * @param keyUntil how long its key is remembered
     * @param inLane whether it stands in its lane; of queued units only those that were due once
     */
    record OfUnit(Unit unit, Moment keyUntil, boolean inLane) implements Captured, Comparable<OfUnit> {
        @Override
        public int compareTo(OfUnit other) {
            return Long.compare(unit.sequence(), other.unit.sequence());
        }
    }

    /** The newest request of a slot of a worker that was answered with grants: sent again, it gives the same ones. */
    record OfSlot(WorkerId worker, RequestId request, PoolId pool, ClaimStep.FenceRange fences)
            implements Captured, Comparable<OfSlot> {
        @Override
        public int compareTo(OfSlot other) {
            int byWorker = worker.compareTo(other.worker);
            return byWorker != 0 ? byWorker : Integer.compare(request.slot(), other.request.slot());
        }
    }

    record OfSchedule(Schedule schedule) implements Captured, Comparable<OfSchedule> {
        @Override
        public int compareTo(OfSchedule other) {
            return schedule.id().compareTo(other.schedule.id());
        }
    }

    /** One attempt of an owner; the last of them is the active one. */
    record OfAttempt(Attempt attempt) implements Captured, Comparable<OfAttempt> {
        private static final Comparator<OfAttempt> ORDER = Comparator.comparing(
                        (OfAttempt each) -> each.attempt().owner())
                .thenComparingInt(each -> each.attempt().origin().ordinal());

        @Override
        public int compareTo(OfAttempt other) {
            return ORDER.compare(this, other);
        }
    }

    /** What operators did, numbered from 1 in order; a store gives numbers of its own. */
    record OfAudit(AuditEntry entry) implements Captured, Comparable<OfAudit> {
        @Override
        public int compareTo(OfAudit other) {
            return Long.compare(entry.number(), other.entry.number());
        }
    }

    /** An account of a pool that cannot be counted again from units: what ended claims have left. Never zero. */
    record OfAmount(Account account, long amount) implements Captured, Comparable<OfAmount> {
        /** The pool whose account it is. */
        public PoolId pool() {
            return new PoolId(account.owner());
        }

        @Override
        public int compareTo(OfAmount other) {
            return account.compareTo(other.account);
        }
    }
}
