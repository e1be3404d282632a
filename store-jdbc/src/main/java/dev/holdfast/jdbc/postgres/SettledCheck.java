// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Unit;
import java.sql.SQLException;
import java.util.Optional;

/** Finds out what became of a settlement whose commit got no answer. */
final class SettledCheck {
    private static final String LOCK =
            "SELECT u.seq FROM $.unit_id i JOIN $.unit u ON u.seq = i.seq WHERE i.id = ? FOR NO KEY UPDATE OF u";

    private SettledCheck() {}

    /** The lock waits for the transaction in doubt, should the server still run it. */
    static boolean isSettled(Session session, WorkId work, Fence fence) throws SQLException {
        session.sql.of(LOCK).text(work.value()).list(row -> row.number());
        Optional<Unit> unit = new Units(session).find(work);
        return unit.stream()
                .flatMap(found -> found.past().stream())
                .filter(past -> past.claim().fence().equals(fence))
                .anyMatch(past ->
                        past.answer().filter(Answer.Succeeded.class::isInstance).isPresent());
    }
}
