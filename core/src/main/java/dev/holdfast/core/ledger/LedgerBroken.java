// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** The store is damaged, is no ledger, or has a schema that this program does not know. Somebody has to look at it. */
public final class LedgerBroken extends LedgerException {
    private static final long serialVersionUID = 1;

    public LedgerBroken(String message) {
        super(message);
    }

    public LedgerBroken(String message, Throwable cause) {
        super(message, cause);
    }
}
