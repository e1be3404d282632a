// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

/** A payload does not read as the type that was asked for. The message says why and shows nothing of the payload. */
public final class PayloadUndecodable extends Exception {
    private static final long serialVersionUID = 1;

    public PayloadUndecodable(String message, Throwable cause) {
        super(message, cause);
    }

    public PayloadUndecodable(String message) {
        super(message);
    }
}
