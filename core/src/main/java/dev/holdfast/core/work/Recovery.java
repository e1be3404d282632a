// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** What the ledger does with a unit whose claim ended without an answer. */
public enum Recovery {
    /** Run it again. */
    REDISPATCH,
    /** Wait for evidence of what happened; never run it again on a guess. */
    RECONCILE_BEFORE_REDISPATCH
}
