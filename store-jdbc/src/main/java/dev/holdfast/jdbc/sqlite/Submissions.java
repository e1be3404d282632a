// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Submission;
import dev.holdfast.jdbc.OptionsText;
import dev.holdfast.jdbc.Row;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;

/** Reads what was submitted. */
final class Submissions {
    /** In the order of {@link #read}, without a comma at either end. */
    static final String COLUMNS =
            "s.id, s.id_given, s.idempotency_key, s.asks_first, s.options, s.media_type, s.payload";

    record Stored(WorkId id, Submission submission) {}

    private Submissions() {}

    static Stored read(Row row, Lane lane) throws SQLException {
        WorkId id = new WorkId(row.text());
        Optional<WorkId> given = row.flag() ? Optional.of(id) : Optional.empty();
        IdempotencyKey key = new IdempotencyKey(row.text());
        Recovery recovery = row.flag() ? Recovery.RECONCILE_BEFORE_REDISPATCH : Recovery.REDISPATCH;
        String text = row.text();
        Payload payload = payload(row);
        if (text.isEmpty()) {
            return new Stored(
                    id,
                    new Submission(key, given, payload, lane.requirements(recovery), Collections.emptySortedMap(), ""));
        }
        OptionsText options = OptionsText.read(text);
        Requirements requirements = lane.requirements(recovery, options);
        return new Stored(id, new Submission(key, given, payload, requirements, options.labels(), options.trace()));
    }

    /** Media type and bytes; the empty payload where both are NULL. */
    static Payload payload(Row row) throws SQLException {
        String mediaType = row.text();
        byte[] bytes = row.bytes();
        return mediaType.isEmpty() ? Payload.EMPTY : Payload.of(bytes, mediaType);
    }
}
