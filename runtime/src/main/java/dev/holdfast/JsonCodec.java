// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Payload;
import dev.holdfast.runtime.spi.PayloadCodec;
import dev.holdfast.runtime.spi.PayloadUndecodable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Bytes, text and payloads as they are; everything else as JSON. */
final class JsonCodec implements PayloadCodec {
    private static final String BYTES = "application/octet-stream";
    private static final String JSON = "application/json";

    /** Loaded with the first object that needs it: programs that only move text start faster. */
    private static final class Mapper {
        private static final ObjectMapper JSON_MAPPER = JsonMapper.shared();
    }

    @Override
    public Payload encode(Object value) {
        return switch (value) {
            case Payload payload -> payload;
            case byte[] bytes -> Payload.of(bytes, BYTES);
            case String text -> Payload.text(text);
            default -> Payload.of(json(value), JSON);
        };
    }

    private static byte[] json(Object value) {
        try {
            return Mapper.JSON_MAPPER.writeValueAsBytes(value);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("a " + value.getClass().getName() + " cannot be written as JSON", e);
        }
    }

    @Override
    public <T> T decode(Payload payload, Class<T> type) throws PayloadUndecodable {
        if (type == Payload.class) {
            return type.cast(payload);
        }
        if (type == byte[].class) {
            return type.cast(payload.bytes());
        }
        return type == String.class ? type.cast(text(payload)) : object(payload, type);
    }

    private static String text(Payload payload) throws PayloadUndecodable {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload.bytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new PayloadUndecodable("the payload is no UTF-8 text", e);
        }
    }

    private static <T> T object(Payload payload, Class<T> type) throws PayloadUndecodable {
        try {
            T value = Mapper.JSON_MAPPER.readValue(payload.bytes(), type);
            if (value == null) {
                throw new PayloadUndecodable("the payload is JSON's null");
            }
            return value;
        } catch (JacksonException e) {
            throw new PayloadUndecodable("the payload does not read as " + type.getName(), e);
        }
    }
}
