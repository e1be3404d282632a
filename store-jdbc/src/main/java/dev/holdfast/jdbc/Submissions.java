// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Unit;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;

/** Reads and writes what was submitted. */
public final class Submissions {
    /** In the order of {@link #read}, without a comma at either end. */
    public static final String COLUMNS =
            "s.id, s.id_given, s.idempotency_key, s.asks_first, s.options, s.media_type, s.payload";

    public record Stored(WorkId id, Submission submission) {}

    private Submissions() {}

    /** Gives id, id_given, idempotency_key, admitted_at, asks_first, options, media_type and payload, in this order. */
    public static Prepared bind(Prepared row, Unit unit) throws SQLException {
        Submission submitted = unit.submission();
        return row.text(unit.id().value())
                .flag(submitted.id().isPresent())
                .text(submitted.key().value())
                .moment(unit.admittedAt())
                .flag(submitted.requirements().recovery() == Recovery.RECONCILE_BEFORE_REDISPATCH)
                .textIfAny(OptionsText.write(unit))
                .text(submitted.payload().mediaType())
                .bytes(submitted.payload().bytes());
    }

    public static Stored read(Row row, Lane lane) throws SQLException {
        return Columns.read(row).in(lane);
    }

    /** What a row says of a submission; the rest of it is what it has in common with all of its lane. */
    public record Columns(
            WorkId id, boolean idGiven, IdempotencyKey key, Recovery recovery, String options, Payload payload) {
        public static Columns read(Row row) throws SQLException {
            return new Columns(
                    new WorkId(row.text()),
                    row.flag(),
                    new IdempotencyKey(row.text()),
                    row.flag() ? Recovery.RECONCILE_BEFORE_REDISPATCH : Recovery.REDISPATCH,
                    row.text(),
                    Submissions.payload(row));
        }

        public Stored in(Lane lane) {
            Optional<WorkId> given = idGiven ? Optional.of(id) : Optional.empty();
            if (options.isEmpty()) {
                Requirements plain = lane.requirements(recovery);
                return new Stored(id, new Submission(key, given, payload, plain, Collections.emptySortedMap(), ""));
            }
            OptionsText special = special();
            Requirements requirements = lane.requirements(recovery, special);
            return new Stored(id, new Submission(key, given, payload, requirements, special.labels(), special.trace()));
        }

        private OptionsText special() {
            try {
                return OptionsText.read(options);
            } catch (RuntimeException e) { // whatever readers of texts throw
                throw new RowUnreadable("unit '" + id + "'", e);
            }
        }
    }

    /** Media type and bytes; the empty payload where both are NULL. */
    public static Payload payload(Row row) throws SQLException {
        String mediaType = row.text();
        byte[] bytes = row.bytes();
        return mediaType.isEmpty() ? Payload.EMPTY : Payload.of(bytes, mediaType);
    }
}
