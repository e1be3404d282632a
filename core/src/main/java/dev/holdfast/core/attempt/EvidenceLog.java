// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of an attempt and who said so, oldest first. Entries are never changed. There are at most {@link #MAX}; when
 * one more comes, the oldest goes that authorised nothing.
 *
 * @param written how many there ever were: the number of the newest
 */
public record EvidenceLog(List<Entry> entries, int written) {
    /** Most entries that are kept. Those that authorise something are fewer than ten in the life of an attempt. */
    public static final int MAX = 100;

    public static final EvidenceLog EMPTY = new EvidenceLog(List.of(), 0);

    /**
     * One thing that happened.
     *
     * @param number from 1, without gaps as they were written
     * @param at when the ledger was told
     * @param generation of the provider operation then; 0 when there was none
     * @param note what was seen; empty when the ledger itself is the witness
     */
    public record Entry(int number, Moment at, Happened what, long generation, Optional<EvidenceNote> note) {}

    public EvidenceLog {
        entries = List.copyOf(entries);
    }

    EvidenceLog and(Moment at, Happened what, long generation, Optional<EvidenceNote> note) {
        List<Entry> kept = new ArrayList<>(entries);
        if (kept.size() == MAX) {
            kept.stream()
                    .filter(entry -> !entry.what().authorises())
                    .findFirst()
                    .ifPresent(kept::remove);
        }
        kept.add(new Entry(written + 1, at, what, generation, note));
        return new EvidenceLog(kept, written + 1);
    }

    public Optional<Entry> entry(int number) {
        return entries.stream().filter(entry -> entry.number() == number).findFirst();
    }

    /** The newest thing that somebody has seen of the provider. */
    public Optional<Entry> lastFailure() {
        return entries.reversed().stream()
                .filter(entry -> switch (entry.what()) {
                    case UNCERTAIN, HANDED_OFF, TERMINATED, TERMINATED_AGAIN, ABSENT, PROVISIONER_LOST ->
                        entry.note().isPresent();
                    case COMPLETED,
                            OUTCOME,
                            ABANDONED,
                            CANCELLED,
                            SUPERSEDED,
                            TIMED_OUT,
                            READY,
                            RUNTIME_LOST,
                            LATE_OUTCOME -> false;
                })
                .findFirst();
    }

    /** Whether the newest entry of this sort says the very same: that a command came twice. */
    boolean saysAlready(Happened what, long generation, Optional<EvidenceNote> note) {
        return entries.reversed().stream()
                .filter(entry -> entry.what() == what)
                .findFirst()
                .filter(entry ->
                        entry.generation() == generation && entry.note().equals(note))
                .isPresent();
    }
}
