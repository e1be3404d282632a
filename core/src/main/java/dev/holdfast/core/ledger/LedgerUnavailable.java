// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** The store cannot take commands now: it is locked, full, read-only or away. Nothing was applied. */
public final class LedgerUnavailable extends LedgerException {
    private static final long serialVersionUID = 1;

    public LedgerUnavailable(String message) {
        super(message);
    }

    public LedgerUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
