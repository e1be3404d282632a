// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Reservation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The reservation of a pool, for people and in documents. */
record ReservationView(Reservation reservation, PoolSnapshot snapshot) {
    /** A reservation whose unit does not wait any more, or whose time is over, is closed by the next claim. */
    String sentence() {
        String unit = snapshot.reserved().map(WorkId::value).orElse("a unit that does not wait any more");
        boolean isOver = !snapshot.now().isBefore(reservation.until());
        return unit + " on worker " + reservation.worker() + needs() + ", " + (isOver ? "over since " : "until ")
                + reservation.until();
    }

    private String needs() {
        StringBuilder needs = new StringBuilder();
        reservation
                .needs()
                .demand()
                .forEach((resource, units) ->
                        needs.append(", ").append(units).append(' ').append(resource));
        reservation
                .needs()
                .domains()
                .forEach(domain -> needs.append(", domain ").append(domain));
        return needs.toString();
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        snapshot.reserved().ifPresent(work -> members.put("work", work.value()));
        members.put("worker", reservation.worker().value());
        members.put("demand", new TreeMap<>(reservation.needs().demand()));
        members.put("domains", reservation.needs().domains().stream().toList());
        members.put("openedAt", reservation.openedAt().toString());
        members.put("until", reservation.until().toString());
        return members;
    }
}
