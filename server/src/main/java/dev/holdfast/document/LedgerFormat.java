// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.ledger.Captured;
import java.util.List;

/**
 * The document of a whole ledger: one JSON object with {@code format} and the ledger's own members first, then a list of
 * parts for each sort of them, in the order of {@link Captured}. A part stands on a line of its own.
 */
final class LedgerFormat {
    static final String FORMAT = "format";

    /** Rises with every change that a reader of the former one would not understand. */
    static final String VERSION = "holdfast-ledger/v1";

    /**
     * @param name of the member whose value is the list of the parts of this type
     * @param younger whether documents of this version were written before there was such a list: then it may be missing
     */
    record Section(String name, Class<? extends Captured> type, boolean younger) {
        Section(String name, Class<? extends Captured> type) {
            this(name, type, false);
        }
    }

    static final List<Section> SECTIONS = List.of(
            new Section("domains", Captured.OfDomain.class),
            new Section("pools", Captured.OfPool.class),
            new Section("workers", Captured.OfWorker.class),
            new Section("keys", Captured.OfKey.class),
            new Section("lanes", Captured.OfLane.class),
            new Section("units", Captured.OfUnit.class),
            new Section("slots", Captured.OfSlot.class),
            new Section("schedules", Captured.OfSchedule.class),
            new Section("attempts", Captured.OfAttempt.class, true),
            new Section("audit", Captured.OfAudit.class),
            new Section("amounts", Captured.OfAmount.class, true));

    private LedgerFormat() {}
}
