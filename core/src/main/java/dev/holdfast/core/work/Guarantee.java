// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** What a handler promises about its effect when the same unit of work runs more than once. */
public enum Guarantee {
    /** Every run may have its effect again. */
    AT_LEAST_ONCE,
    /** Running again after a run that was applied changes nothing more. */
    IDEMPOTENT,
    /** The effect is made inside the ledger's own transaction: a lost claim proves that nothing happened. */
    ATOMIC,
    /** Whether a run was applied can be found out afterwards; it must be, before another run. */
    RECONCILED
}
