// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/** What was to be restored is no captured ledger: parts are out of order, missing, or there twice. Nothing was written. */
public final class CapturedInvalid extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public CapturedInvalid(String message) {
        super(message);
    }
}
