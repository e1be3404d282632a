// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/**
 * A row that a command or a question needs cannot be read: it is damaged, or was written by a program that this one does not
 * know. Nothing was applied. The ledger as a whole is sound, and whatever does not need this row goes on; {@code holdfast
 * doctor} lists such rows.
 */
public final class RowUnreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param what the row, such as {@code unit 'a'} */
    public RowUnreadable(String what, Throwable cause) {
        super(what + " cannot be read: " + cause.getMessage() + "; 'holdfast doctor' lists such rows", cause);
    }

    /** The same for another thread. */
    public RowUnreadable(RowUnreadable former) {
        super(former.getMessage(), former);
    }
}
