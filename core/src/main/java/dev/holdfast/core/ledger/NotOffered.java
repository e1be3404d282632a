// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** The ledger was asked for what it does not offer, see {@link Ledger#capabilities()}. Nothing was written. */
public final class NotOffered extends UnsupportedOperationException {
    private static final long serialVersionUID = 1;

    private final Capability missing;

    public NotOffered(Capability missing) {
        super("this ledger does not offer " + missing + ": " + missing.otherwise());
        this.missing = missing;
    }

    public Capability missing() {
        return missing;
    }
}
