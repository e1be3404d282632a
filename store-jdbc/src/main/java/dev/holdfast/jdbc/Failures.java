// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.ledger.CapturedInvalid;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.NotEmpty;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.ledger.RowUnreadable;

/** Brings a failure from the thread where it happened to the one that has to know. */
final class Failures {
    private Failures() {}

    /** An exception of the same sort whose trace shows the caller, with the original as its cause. */
    static RuntimeException atCaller(Throwable failure) {
        return switch (failure) {
            case LedgerUnavailable e -> new LedgerUnavailable(String.valueOf(e.getMessage()), e);
            case OutcomeUnknown e -> new OutcomeUnknown(String.valueOf(e.getMessage()), e);
            case LedgerBroken e -> new LedgerBroken(String.valueOf(e.getMessage()), e);
            case CapturedInvalid invalid -> new CapturedInvalid(String.valueOf(invalid.getMessage()));
            case NotEmpty full -> new NotEmpty();
            case RowUnreadable e -> new RowUnreadable(e);
            case IllegalArgumentException e -> new IllegalArgumentException(e.getMessage(), e);
            default -> new IllegalStateException("a transaction failed: " + failure, failure);
        };
    }
}
