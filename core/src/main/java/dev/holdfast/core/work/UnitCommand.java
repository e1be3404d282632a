// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.WorkId;

/** A command about one unit of work that needs no lock but the unit's own version. */
public sealed interface UnitCommand<R extends Decision> extends Command<R>
        permits Begin, Settle, Cancel, Resolve, Redrive, Redact, Promote, Withdraw, HandBack {
    WorkId work();
}
