// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * Writes values of the model: a record is an object of its components, in their order, so that nothing of it can be
 * forgotten. What is empty is left away; of sealed types the name of the record comes first. Numbers are whole, bytes are
 * base64, moments are microseconds since 1970.
 */
public final class PartWriter {
    /** The member that names the record where its type is sealed. */
    static final String TYPE = "type";

    /** The members of an entry of a map whose keys are no texts. */
    static final String KEY = "key";

    static final String VALUE = "value";

    private final JsonGenerator json;
    private final boolean secrets;

    private PartWriter(JsonGenerator json, boolean secrets) {
        this.json = json;
        this.secrets = secrets;
    }

    /**
     * For what is kept: in the place of claim secrets stand others, that open nothing.
     *
     * @param json is left open
     */
    public PartWriter(JsonGenerator json) {
        this(json, false);
    }

    /** For what is sent to who has to know the secrets. */
    public static PartWriter withSecrets(JsonGenerator json) {
        return new PartWriter(json, true);
    }

    /** One object. */
    public void write(Record record) {
        json.writeStartObject();
        members(record);
        json.writeEndObject();
    }

    /** The members of a record, within an object. */
    public void members(Record record) {
        RecordShape shape = RecordShape.of(record.getClass());
        if (shape.oneOfSeveral) {
            json.writeStringProperty(TYPE, record.getClass().getSimpleName());
        }
        for (RecordShape.Part part : shape.parts) {
            Object value = value(record, part.component());
            if (!isEmpty(value)) {
                json.writeName(part.name());
                write(value);
            }
        }
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    /** Whether it is left away. */
    public static boolean isEmpty(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.isEmpty();
            case OptionalLong optional -> optional.isEmpty();
            case OptionalInt optional -> optional.isEmpty();
            case Collection<?> items -> items.isEmpty();
            case Map<?, ?> map -> map.isEmpty();
            default -> false;
        };
    }

    /** A value that is not empty: of a record, or a whole answer. */
    public void write(Object value) {
        if (secrets && value instanceof ClaimSecret secret) {
            json.writeString(secret.text());
            return;
        }
        Optional<? extends TextForm<?>> text = TextForm.of(value.getClass());
        if (text.isPresent()) {
            json.writeString(text.get().text(value));
            return;
        }
        switch (value) {
            case Boolean flag -> json.writeBoolean(flag);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Enum<?> constant -> json.writeString(constant.name());
            case Moment moment -> json.writeNumber(moment.micros());
            case Payload payload -> payload(payload);
            case Optional<?> optional -> write(optional.orElseThrow());
            case OptionalLong optional -> json.writeNumber(optional.getAsLong());
            case OptionalInt optional -> json.writeNumber(optional.getAsInt());
            case Set<?> items ->
                items(items.stream().sorted(PartWriter::compare).toList());
            case Collection<?> items -> items(items);
            case Map<?, ?> map -> map(map);
            case Record record -> write(record);
            default -> throw new IllegalStateException("no form in a document: " + value.getClass());
        }
    }

    private void payload(Payload payload) {
        json.writeStartObject();
        json.writeStringProperty("mediaType", payload.mediaType());
        json.writeName("base64");
        json.writeBinary(payload.bytes());
        json.writeEndObject();
    }

    private void items(Collection<?> items) {
        json.writeStartArray();
        items.forEach(this::write);
        json.writeEndArray();
    }

    /** What has an order of its own stands in it, all else in that of its text. */
    @SuppressWarnings("unchecked") // items of one set are of one type
    private static int compare(Object one, Object other) {
        return one instanceof Comparable<?> comparable
                ? ((Comparable<Object>) comparable).compareTo(other)
                : one.toString().compareTo(other.toString());
    }

    /** An object where the keys are texts; otherwise a list of its entries. */
    private void map(Map<?, ?> map) {
        if (map.keySet().stream().allMatch(PartWriter::isText)) {
            json.writeStartObject();
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((name, value) -> sorted.put(text(name), value));
            sorted.forEach((name, value) -> {
                json.writeName(name);
                write(value);
            });
            json.writeEndObject();
        } else {
            json.writeStartArray();
            map.entrySet().stream()
                    .sorted((one, other) -> compare(one.getKey(), other.getKey()))
                    .forEach(this::entry);
            json.writeEndArray();
        }
    }

    private void entry(Map.Entry<?, ?> entry) {
        json.writeStartObject();
        json.writeName(KEY);
        write((Object) entry.getKey());
        json.writeName(VALUE);
        write((Object) entry.getValue());
        json.writeEndObject();
    }

    private static boolean isText(Object key) {
        return isText(key.getClass());
    }

    /** Whether values of the type are texts, so that they can be names of members. */
    static boolean isText(Class<?> type) {
        return type.isEnum() || TextForm.of(type).isPresent();
    }

    private static String text(Object key) {
        return key instanceof Enum<?> constant
                ? constant.name()
                : TextForm.of(key.getClass()).orElseThrow().text(key);
    }
}
