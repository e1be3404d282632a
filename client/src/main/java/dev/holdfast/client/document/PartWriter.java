// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

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

    private final JsonGenerator json;

    /** @param json is left open */
    public PartWriter(JsonGenerator json) {
        this.json = json;
    }

    /** One object. */
    public void write(Record record) {
        json.writeStartObject();
        members(record);
        json.writeEndObject();
    }

    /** The members of a record, within an object. */
    public void members(Record record) {
        if (isOneOfSeveral(record.getClass())) {
            json.writeStringProperty(TYPE, record.getClass().getSimpleName());
        }
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = value(record, component);
            if (!isEmpty(value)) {
                json.writeName(component.getName());
                write(value);
            }
        }
    }

    /** Whether a record's type alone would not say which record it is. */
    static boolean isOneOfSeveral(Class<?> type) {
        for (Class<?> parent : type.getInterfaces()) {
            if (parent.isSealed() && !parent.equals(dev.holdfast.core.ledger.Captured.class)) {
                return true;
            }
        }
        return false;
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    private static boolean isEmpty(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.isEmpty();
            case OptionalLong optional -> optional.isEmpty();
            case OptionalInt optional -> optional.isEmpty();
            case Collection<?> items -> items.isEmpty();
            case Map<?, ?> map -> map.isEmpty();
            default -> false;
        };
    }

    private void write(Object value) {
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

    /** Names of maps are texts. */
    private void map(Map<?, ?> map) {
        json.writeStartObject();
        Map<String, Object> sorted = new TreeMap<>();
        map.forEach((name, value) -> sorted.put((String) name, value));
        sorted.forEach((name, value) -> {
            json.writeName(name);
            write(value);
        });
        json.writeEndObject();
    }
}
