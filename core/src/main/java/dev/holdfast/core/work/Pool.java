// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A pool and the state that only the holder of its lock changes.
 *
 * @param revision of the policy, from 1
 * @param sources where the values of the policy came from
 * @param counter of the newest fence
 * @param clocks the virtual time of each band, in millionths of a grant; see {@link FairOrder}
 * @param time the newest moment at which units were granted or a sweep was made; a claim that grants nothing leaves no trace
 * @param sweptAt when the newest sweep began
 * @param reservation the one that is open, or the newest that is over and that no claim has closed yet
 */
public record Pool(
        PoolId id,
        int revision,
        PoolPolicy policy,
        PolicySources sources,
        boolean paused,
        long counter,
        List<Long> clocks,
        Moment time,
        Moment sweptAt,
        Optional<Reservation> reservation) {
    public Pool {
        clocks = List.copyOf(clocks);
    }

    static Pool defined(DefinePool command, Moment now) {
        return new Pool(
                command.pool(),
                1,
                command.policy(),
                command.sources(),
                false,
                0,
                Collections.nCopies(Requirements.BANDS, 0L),
                now,
                now,
                Optional.empty());
    }

    /** What a claim of a unit of a lane would use. */
    public Use use(ClaimPage.LaneView lane) {
        return Use.of(id, lane.key(), counts(lane.key()), lane.needs());
    }

    /** Whether a claim of this key that is granted now counts against its limit. */
    public boolean counts(String key) {
        return policy.fairness().isLimited(key);
    }

    /** Whether grants cost run time, so that a claim looks at the accounts of it. */
    public boolean chargesRunTime() {
        return policy.fairness().cost() == Fairness.Cost.RUN_TIME;
    }

    /** For stores that read what was agreed on apart from the rest. */
    public Pool withTerms(Terms terms) {
        return new Pool(
                id,
                terms.revision(),
                terms.policy(),
                terms.sources(),
                paused,
                counter,
                clocks,
                time,
                sweptAt,
                reservation);
    }

    public Terms terms() {
        return new Terms(revision, policy, sources);
    }

    Pool revised(DefinePool command) {
        return withTerms(new Terms(revision + 1, command.policy(), command.sources()));
    }

    Pool withPaused(boolean value) {
        return new Pool(id, revision, policy, sources, value, counter, clocks, time, sweptAt, reservation);
    }

    Pool granted(long newCounter, List<Long> newClocks, Moment now, Optional<Reservation> open) {
        return new Pool(id, revision, policy, sources, paused, newCounter, newClocks, now, sweptAt, open);
    }

    Pool swept(Moment now) {
        return new Pool(id, revision, policy, sources, paused, counter, clocks, time.orLater(now), now, reservation);
    }
}
