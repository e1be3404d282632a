// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.lang.reflect.Array;
import java.util.Optional;
import java.util.function.Supplier;

/** A column that few units of a batch need: the array is empty while none of them does, which reads as NULL for all. */
final class Rare<T> {
    private final int length;
    private final Class<T> type;
    private T[] values;

    Rare(int length, Class<T> type) {
        this.length = length;
        this.type = type;
        this.values = make(0);
    }

    @SuppressWarnings("unchecked") // an array of T's own class
    private T[] make(int size) {
        return (T[]) Array.newInstance(type, size);
    }

    void set(int index, boolean needed, Supplier<T> value) {
        if (needed) {
            if (values.length == 0) {
                values = make(length);
            }
            values[index] = value.get();
        }
    }

    void set(int index, Optional<T> value) {
        set(index, value.isPresent(), value::orElseThrow);
    }

    /** Whether no unit needs it. */
    boolean isEmpty() {
        return values.length == 0;
    }

    Object array() {
        return values;
    }
}
