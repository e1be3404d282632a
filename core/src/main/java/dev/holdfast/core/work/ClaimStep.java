// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one round of a claim decided. */
public sealed interface ClaimStep {
    /** Nothing is written; this is the answer. */
    record Answer(ClaimDecision decision) implements ClaimStep {}

    /**
     * Written; then {@code again} is loaded in the same transaction, or it is committed.
     *
     * @param otherwise the answer when no grant was won
     * @param more whether another request may find more at once
     */
    record Take(ClaimChanges changes, Optional<ClaimAsk> again, ClaimDecision otherwise, boolean more)
            implements ClaimStep {}

    /**
     * What a round writes.
     *
     * @param sequences of the granted units, in order
     * @param fences of the granted units, in the same order, without gaps
     * @param fares of the granted units, in the same order, where run time is charged; otherwise none
     * @param turns what became of the lanes that were touched
     * @param tags new virtual times of the keys that were charged
     * @param additions to the accounts, if every grant is won
     * @param remember the fences to remember the request by, in the last round if anything was granted
     */
    @SuppressWarnings("ArrayRecordComponent") // thousands in a claim: no boxes; nobody compares or changes them
    record ClaimChanges(
            Pool pool,
            long[] sequences,
            long[] fences,
            List<Fare> fares,
            List<Turn> turns,
            List<KeyTag> tags,
            Map<Account, Long> additions,
            Optional<FenceRange> remember) {
        /** Of the granted unit at this place. */
        public Optional<Fare> fare(int place) {
            return fares.isEmpty() ? Optional.empty() : Optional.of(fares.get(place));
        }
    }

    record FenceRange(Fence first, Fence last) {}

    /** The virtual time of a key in a band. */
    record KeyTag(int band, String key, long tag) {}

    /** A lane after the round. */
    sealed interface Turn {
        long lane();

        /** It may have more to give. */
        record Ready(long lane) implements Turn {}

        /** Nothing due is left in it. */
        record Drained(long lane) implements Turn {}

        /**
         * Its units lack something that all workers share. It may fit again once the {@link Limits#level} of {@code lacking}
         * is at most {@code fitsAt}; until then it need not be loaded. What is lacking of one worker alone counts as
         * {@link Account#ANY_WORKER}, of which there is always enough.
         *
         * @param blocked since when; empty while it only waits for its own key's claims. It is forgotten when the lane is
         *     ready or drained
         */
        record Parked(long lane, Account lacking, long fitsAt, Optional<Blocked> blocked) implements Turn {}
    }
}
