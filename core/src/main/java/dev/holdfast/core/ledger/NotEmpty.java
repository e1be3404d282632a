// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** A ledger is restored only where there is none: this authority has pools, workers or attempts. Nothing was written. */
public final class NotEmpty extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public NotEmpty() {
        super("a ledger is restored into an empty one, and this one has pools, workers or attempts");
    }
}
