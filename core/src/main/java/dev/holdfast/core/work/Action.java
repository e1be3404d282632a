// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;

/** A command of an operator: when it changes something, an entry of the audit is written in the same commit. */
public interface Action<R extends Decision> extends Command<R> {
    AuditEntry.Act act();

    /** What it is about. */
    AuditEntry.Subject subject();

    /** Who acts. */
    String actor();

    /** Why; of a resolution, where the evidence stands. */
    String reason();
}
