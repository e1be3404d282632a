// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

/** A document that cannot be read; the message says where, why and what to write instead. */
public final class DocumentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    DocumentException(String message) {
        super(message);
    }
}
