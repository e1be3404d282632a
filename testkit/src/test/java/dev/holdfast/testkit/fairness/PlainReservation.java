// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.WorkerOffer;

/** Room that {@link PlainPool} keeps for a unit, and the worker that is to run it. */
record PlainReservation(PlainUnit unit, WorkerOffer worker, Moment until) {
    /** The life of it begins again with a claim of its worker, when half of it is over. */
    PlainReservation renewedBy(WorkerId claimer, PoolPolicy policy, Moment now) {
        long life = Moment.micros(policy.workerLease());
        boolean isRenewed = claimer.equals(worker.worker()) && now.micros() + life - until.micros() >= life / 2;
        return isRenewed ? new PlainReservation(unit, worker, now.plus(policy.workerLease())) : this;
    }
}
