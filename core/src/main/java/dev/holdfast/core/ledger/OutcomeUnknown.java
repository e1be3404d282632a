// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** The store was told to commit and did not answer. Send the same command again to find out. */
public final class OutcomeUnknown extends LedgerException {
    private static final long serialVersionUID = 1;

    public OutcomeUnknown(String message) {
        super(message);
    }

    public OutcomeUnknown(String message, Throwable cause) {
        super(message, cause);
    }
}
