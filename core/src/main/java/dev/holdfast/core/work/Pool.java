// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import java.util.List;

/**
 * A pool and the state that only the holder of its lock changes.
 *
 * @param revision of the policy, from 1
 * @param counter of the newest fence
 * @param clocks the virtual time of each band, in millionths of a grant; see {@link FairOrder}
 * @param time the newest moment at which units were granted or a sweep was made; a claim that grants nothing leaves no trace
 * @param sweptAt when the newest sweep began
 */
public record Pool(
        PoolId id,
        int revision,
        PoolPolicy policy,
        boolean paused,
        long counter,
        List<Long> clocks,
        Moment time,
        Moment sweptAt) {
    public Pool {
        clocks = List.copyOf(clocks);
    }

    static Pool defined(PoolId id, PoolPolicy policy, Moment now) {
        return new Pool(id, 1, policy, false, 0, java.util.Collections.nCopies(Requirements.BANDS, 0L), now, now);
    }

    /** For stores that read what was agreed on apart from the rest. */
    public Pool withTerms(Terms terms) {
        return new Pool(id, terms.revision(), terms.policy(), paused, counter, clocks, time, sweptAt);
    }

    public Terms terms() {
        return new Terms(revision, policy);
    }

    Pool revised(PoolPolicy value) {
        return withTerms(new Terms(revision + 1, value));
    }

    Pool withPaused(boolean value) {
        return new Pool(id, revision, policy, value, counter, clocks, time, sweptAt);
    }

    Pool granted(long newCounter, List<Long> newClocks, Moment now) {
        return new Pool(id, revision, policy, paused, newCounter, newClocks, now, sweptAt);
    }

    Pool swept(Moment now) {
        return new Pool(id, revision, policy, paused, counter, clocks, time.orLater(now), now);
    }
}
