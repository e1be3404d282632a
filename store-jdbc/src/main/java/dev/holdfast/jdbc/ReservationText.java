// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Reservation;
import java.util.List;
import java.util.Optional;

/** The reservation of a pool as text: one line. The needs of its unit are a field, as {@link ShapeText} writes them. */
public final class ReservationText {
    private ReservationText() {}

    public static Optional<String> write(Optional<Reservation> reservation) {
        return reservation.map(open -> new Fields()
                .line(
                        Long.toString(open.sequence()),
                        open.key(),
                        ShapeText.write(open.needs()),
                        open.worker().value(),
                        Long.toString(open.grant()),
                        Long.toString(open.openedAt().micros()),
                        Long.toString(open.until().micros()))
                .text());
    }

    /** @throws IllegalArgumentException when it is no such text */
    public static Optional<Reservation> read(Optional<String> text) {
        return text.map(written -> {
            List<String> line = Fields.parse(written).getFirst();
            return new Reservation(
                    Long.parseLong(line.get(0)),
                    line.get(1),
                    ShapeText.readNeeds(line.get(2)),
                    new WorkerId(line.get(3)),
                    Long.parseLong(line.get(4)),
                    new Moment(Long.parseLong(line.get(5))),
                    new Moment(Long.parseLong(line.get(6))));
        });
    }
}
