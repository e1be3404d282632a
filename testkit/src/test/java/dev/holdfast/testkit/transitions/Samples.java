// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.transitions;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Values of a type, made from the type: all constants of an enum, all records of a sealed interface, all combinations of
 * the parts of a record. So a command that is added tomorrow is tried tomorrow.
 */
final class Samples {
    private final Map<Class<?>, List<?>> known;

    /** @param known the values of types that cannot be taken apart */
    Samples(Map<Class<?>, List<?>> known) {
        this.known = known;
    }

    <T> List<T> of(Class<T> type) {
        return values(type).stream().<T>map(type::cast).toList();
    }

    private List<?> values(Type type) {
        if (type instanceof ParameterizedType optional && optional.getRawType() == Optional.class) {
            List<Object> all = new ArrayList<>();
            all.add(Optional.empty());
            values(optional.getActualTypeArguments()[0]).forEach(value -> all.add(Optional.of(value)));
            return all;
        }
        if (!(type instanceof Class<?> plain)) {
            throw new IllegalArgumentException("no samples of " + type);
        }
        List<?> given = known.get(plain);
        if (given != null) {
            return given;
        }
        if (plain.isEnum()) {
            return Arrays.asList(plain.getEnumConstants());
        }
        if (plain.isSealed()) {
            return Arrays.stream(plain.getPermittedSubclasses())
                    .flatMap(each -> values(each).stream())
                    .toList();
        }
        if (plain.isRecord()) {
            return records(plain);
        }
        throw new IllegalArgumentException("no samples of " + plain);
    }

    private List<?> records(Class<?> type) {
        List<List<Object>> rows = new ArrayList<>();
        rows.add(List.of());
        for (RecordComponent part : type.getRecordComponents()) {
            List<List<Object>> longer = new ArrayList<>();
            for (List<Object> row : rows) {
                for (Object value : values(part.getGenericType())) {
                    List<Object> next = new ArrayList<>(row);
                    next.add(value);
                    longer.add(next);
                }
            }
            rows = longer;
        }
        return rows.stream().map(row -> create(type, row)).toList();
    }

    private static Object create(Class<?> type, List<Object> parts) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(parts.toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type, e);
        }
    }
}
