// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** A command got no decision. Never used for a lost race: that is a decision. */
public abstract sealed class LedgerException extends RuntimeException
        permits LedgerUnavailable, OutcomeUnknown, LedgerBroken {
    private static final long serialVersionUID = 1;

    LedgerException(String message) {
        super(message);
    }

    LedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
