// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.fairness;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Needs;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.WorkerOffer;
import java.util.Optional;

/** A unit as {@link PlainPool} sees it. */
final class PlainUnit {
    /** What has a tag. */
    record Key(int band, String name) {}

    /** Units that are alike for every check but time. */
    record Lane(Key key, Eligibility eligibility, Needs needs) {}

    final long sequence;
    final WorkId id;
    final Requirements requirements;
    final Optional<Moment> startBy;
    Status status = Status.QUEUED;
    Moment due;

    /** Whether a queued unit has entered its lane: at once, or when somebody noticed that its time had come. */
    boolean entered;

    /** Whether its claim counts against the limit of its key. */
    boolean counted;

    /** The key it waits under and is charged to. */
    String key = "";

    /** When its claim was granted, and what that cost its key by which run time; no run time where grants cost alike. */
    Moment claimedAt = new Moment(0);

    long expected;
    long cost;

    Optional<WorkerId> holder = Optional.empty();

    PlainUnit(long sequence, Submission submission, Moment now) {
        this.sequence = sequence;
        this.id = submission.id().orElseThrow();
        this.requirements = submission.requirements();
        this.startBy = requirements.startBy().map(now::plus);
        this.due = now.plus(requirements.delay());
    }

    Key key() {
        return new Key(requirements.band(), key);
    }

    Lane lane() {
        return new Lane(key(), requirements.eligibility(), requirements.needs());
    }

    boolean isHeldBy(WorkerId worker) {
        return holder.filter(worker::equals).isPresent();
    }

    boolean isTooLate(Moment now) {
        return startBy.filter(now::isAfter).isPresent();
    }

    boolean isStartable(Moment now) {
        return status == Status.QUEUED && entered && !isTooLate(now);
    }

    boolean canRunOn(WorkerOffer offer) {
        Eligibility asked = requirements.eligibility();
        return offer.kinds().contains(asked.kind())
                && offer.guarantees().contains(asked.guarantee())
                && offer.capabilities().containsAll(asked.capabilities())
                && (asked.affinity().isEmpty()
                        || offer.affinities().contains(asked.affinity().get()));
    }
}
