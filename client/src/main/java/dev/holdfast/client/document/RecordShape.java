// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What documents need to know of a type, found once: to look into types again for each value takes most of the time. */
final class RecordShape {
    private static final ClassValue<RecordShape> ALL = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(type);
        }
    };

    private static final ClassValue<Map<String, Class<?>>> PERMITTED = new ClassValue<>() {
        @Override
        protected Map<String, Class<?>> computeValue(Class<?> sealed) {
            return records(sealed);
        }
    };

    /** A part of a record: its name, its type, and how it is read. */
    record Part(String name, Class<?> type, Type genericType, int position, RecordComponent component) {}

    final Part[] parts;
    final boolean oneOfSeveral;
    private final Class<?> type;
    private final Map<String, Part> byName = new HashMap<>();
    private final Optional<Constructor<?>> constructor;

    private RecordShape(Class<?> type) {
        this.type = type;
        this.oneOfSeveral = Stream.of(type.getInterfaces())
                .anyMatch(parent -> parent.isSealed() && !parent.equals(dev.holdfast.core.ledger.Captured.class));
        RecordComponent[] components = type.isRecord() ? type.getRecordComponents() : new RecordComponent[0];
        this.parts = new Part[components.length];
        for (int i = 0; i < parts.length; i++) {
            RecordComponent each = components[i];
            parts[i] = new Part(each.getName(), each.getType(), each.getGenericType(), i, each);
            byName.put(parts[i].name(), parts[i]);
        }
        this.constructor = type.isRecord() ? Optional.of(constructor(type, components)) : Optional.empty();
    }

    private static Constructor<?> constructor(Class<?> type, RecordComponent[] components) {
        try {
            return type.getConstructor(
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("cannot make " + type, e);
        }
    }

    static RecordShape of(Class<?> type) {
        return ALL.get(type);
    }

    /** The record of this name among those that a sealed type permits, at whatever depth. */
    static Optional<Class<?>> named(Class<?> sealed, String name) {
        return Optional.ofNullable(PERMITTED.get(sealed).get(name));
    }

    private static Map<String, Class<?>> records(Class<?> sealed) {
        Map<String, Class<?>> records = new HashMap<>();
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            if (permitted.isSealed()) {
                records(permitted).forEach((name, type) -> add(records, name, type));
            } else {
                add(records, permitted.getSimpleName(), permitted);
            }
        }
        return records;
    }

    private static void add(Map<String, Class<?>> records, String name, Class<?> type) {
        Class<?> other = records.putIfAbsent(name, type);
        if (other != null && !other.equals(type)) {
            throw new IllegalStateException("two records of one name: " + type + " and " + other);
        }
    }

    Optional<Part> part(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    Constructor<?> constructor() {
        return constructor.orElseThrow(() -> new IllegalStateException("no form in a document: " + type));
    }
}
