// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.Decision;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.UnitCommand;
import dev.holdfast.core.work.UnitRules;
import dev.holdfast.core.work.UnitsPage;
import java.util.List;

/** What the {@link Engine} asks the rules, for a store whose transaction is a part of a caller's. */
public final class Joining {
    private Joining() {}

    /** Decides a command about the unit of the page, which is locked until the caller commits. */
    public static Save<List<Decision>> decide(UnitCommand<?> command, UnitsPage page) {
        return UnitRules.decide(List.of(command), page);
    }
}
