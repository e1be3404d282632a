// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.work.Recovery;

/** What becomes of a unit whose command was interrupted, so that nobody knows how far it came. */
enum IfInterrupted {
    /** It runs again. */
    RERUN,
    /** It waits until somebody says what happened. */
    ASK,
    /** It counts as failed. */
    FAIL;

    Recovery recovery() {
        return this == RERUN ? Recovery.REDISPATCH : Recovery.RECONCILE_BEFORE_REDISPATCH;
    }

    String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
