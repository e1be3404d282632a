// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.util.List;
import java.util.Optional;

/**
 * Where the claims of a unit are kept that is written as a whole.
 *
 * @param inRow the live claim, or the one that succeeded and says nothing that its unit does not say
 * @param apart the others, each in a row of its own
 */
public record KeptClaims(Optional<Claim> inRow, List<PastClaim> apart) {
    public static KeptClaims of(Unit unit) {
        List<PastClaim> past = unit.past();
        if (unit.claim().isPresent() || past.isEmpty() || !isPlainSuccess(unit, past.getLast())) {
            return new KeptClaims(unit.claim(), past);
        }
        return new KeptClaims(Optional.of(past.getLast().claim()), past.subList(0, past.size() - 1));
    }

    private static boolean isPlainSuccess(Unit unit, PastClaim last) {
        return unit.state() instanceof WorkState.Ended ended
                && ended.result().isPresent()
                && last.claim().life() == unit.life()
                && last.equals(Claims.succeeded(
                        last.claim(), ended.at(), ended.result().get()));
    }
}
