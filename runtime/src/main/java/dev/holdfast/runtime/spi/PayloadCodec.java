// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.Payload;

/** Turns the objects of an application into payloads and back. Thread-safe. */
public interface PayloadCodec {
    /**
     * @throws IllegalArgumentException when the object cannot be encoded, or needs more than {@link Payload#MAX_BYTES}
     */
    Payload encode(Object value);

    /** @throws PayloadUndecodable when the payload is not one of {@code type} */
    <T> T decode(Payload payload, Class<T> type) throws PayloadUndecodable;
}
